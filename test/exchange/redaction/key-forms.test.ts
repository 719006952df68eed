import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';

/** Shared with the tests of the engine, which finds those of `texts`. */
const FORMS = new URL('../../../engine/redact/testdata/key-forms.json', import.meta.url);

const CasesSchema = z.array(z.object({ name: z.string(), text: z.string(), want: z.string() }));
const { keys, texts, encoded, streams, kept } = z
  .object({
    keys: z.object({ 'API key 1': z.string(), 'API key 2': z.string() }),
    texts: CasesSchema,
    encoded: CasesSchema,
    streams: CasesSchema,
    kept: z.array(z.object({ name: z.string(), text: z.string() })),
  })
  .parse(JSON.parse(readFileSync(FORMS, 'utf8')));
const redactor = new Redactor(runSecrets(keys['API key 1'], keys['API key 2']));

describe('redaction replaces', () => {
  test.each([...texts, ...encoded, ...streams])('$name', ({ text, want }) => {
    expect(redactor.text(text)).toBe(want);
    expect(redactor.contains(text)).toBe(true);
  });
});

describe('redaction passes on as it is', () => {
  test.each(kept)('$name', ({ text }) => {
    expect(redactor.text(text)).toBe(text);
    expect(redactor.contains(text)).toBe(false);
  });
});

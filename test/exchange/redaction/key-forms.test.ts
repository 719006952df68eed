import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Redactor, runSecrets } from '../../../src/exchange/redaction/redact.ts';

/** Shared with the tests of the engine, which redacts what it sends over the tap. */
const FORMS = new URL('../../../engine/redact/testdata/key-forms.json', import.meta.url);

const CasesSchema = z.array(z.object({ name: z.string(), text: z.string(), want: z.string() }));
const { keys, texts, streams } = z
  .object({
    keys: z.object({ 'API key 1': z.string(), 'API key 2': z.string() }),
    texts: CasesSchema,
    streams: CasesSchema,
  })
  .parse(JSON.parse(readFileSync(FORMS, 'utf8')));
const redactor = new Redactor(runSecrets(keys['API key 1'], keys['API key 2']));

describe('redaction of a text', () => {
  test.each(texts)('$name', ({ text, want }) => {
    expect(redactor.text(text)).toBe(want);
    expect(redactor.contains(text)).toBe(text !== want);
  });
});

describe('redaction of an event stream', () => {
  test.each(streams)('$name', ({ text, want }) => {
    const { body } = redactor.body(Buffer.from(text), []);
    expect(Buffer.from(body).toString()).toBe(want);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PUBLISHED_SCHEMAS } from '../../scripts/generate-schemas.ts';
import { failingGate, passingGate } from './sample-report.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'schema');

test.each(Object.entries(PUBLISHED_SCHEMAS))(
  'published schema: %s is what `node scripts/generate-schemas.ts` writes',
  async (file, text) => {
    expect(await readFile(join(FOLDER, file), 'utf8')).toBe(text);
  },
);

test('published schema: a report is valid, and a report without an outcome is not', () => {
  const text = PUBLISHED_SCHEMAS['run-report.schema.json'] ?? '';
  const schema = z.fromJSONSchema(JSON.parse(text));
  for (const report of [passingGate(), failingGate()]) {
    expect(schema.safeParse(report).error).toBeUndefined();
  }
  const { outcome: _, ...rest } = passingGate();
  expect(schema.safeParse(rest).success).toBe(false);
});

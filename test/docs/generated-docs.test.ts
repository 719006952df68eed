import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocs } from '../../scripts/generate-docs.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

test('docs: rule pages and command help are what the source says ("npm run docs" writes them)', async () => {
  for (const [path, text] of await generatedDocs()) {
    expect(await readFile(join(DOCS, path), 'utf8'), path).toBe(text);
  }
});

test('docs: a removed rule has no page', async () => {
  const known = await generatedDocs();
  const pages = await readdir(join(DOCS, 'rules'), { recursive: true });
  const strangers = pages.filter((page) => page.endsWith('.md') && !known.has(`rules/${page}`));
  expect(strangers).toEqual([]);
});

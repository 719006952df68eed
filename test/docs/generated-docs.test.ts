import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocs } from '../../scripts/generate-docs.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

const docs = await generatedDocs();

test('docs: rule pages and command help are what the source says ("npm run docs" writes them)', async () => {
  for (const [path, text] of docs) {
    expect(await readFile(join(DOCS, path), 'utf8'), path).toBe(text);
  }
});

test('docs: a removed rule has no page', async () => {
  const pages = await readdir(join(DOCS, 'rules'), { recursive: true });
  const strangers = pages.filter((page) => page.endsWith('.md') && !docs.has(`rules/${page}`));
  expect(strangers).toEqual([]);
});

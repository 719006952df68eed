import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLES = 'examples/library';

test('docs: every code block of the page about the library is a file in examples/library, and every file a block', async () => {
  const page = await readFile(join(ROOT, 'docs', 'guides', 'library.md'), 'utf8');
  const blocks = [...page.matchAll(/^```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gm)];
  expect(blocks.length).toBe([...page.matchAll(/^```\w+$/gm)].length);
  const shown = new Map(blocks.map(([, path = '', text = '']) => [path, text]));
  const files = await readdir(join(ROOT, EXAMPLES));
  const written = files.map(async (name) => {
    const path = `${EXAMPLES}/${name}`;
    return [path, await readFile(join(ROOT, path), 'utf8')] as const;
  });
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(await Promise.all(written)));
});

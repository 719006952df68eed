import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** The text of all sources that print messages. */
async function sources(): Promise<string> {
  const names = await readdir(join(ROOT, 'src'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => join('src', name));
  const texts = ['bin/assay.js', ...files].map((file) => readFile(join(ROOT, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

test('docs: every message of the page about troubleshooting is one that Assay prints', async () => {
  const page = await readFile(join(ROOT, 'docs', 'guides', 'troubleshooting.md'), 'utf8');
  const cells = [...page.matchAll(/^\| (`.+?`) \|/gm)].map(([, cell = '']) => cell);
  const messages = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, m = '']) => m));
  expect(messages.length).toBeGreaterThan(30);
  const source = await sources();
  expect(messages.filter((message) => !source.includes(message))).toEqual([]);
});

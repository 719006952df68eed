import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EVERY_RULE } from '../../src/conformance/catalogue.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const IMAGES = join(ROOT, 'docs', 'images');

const MOST_LINES = 110;

const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
const manifest = z
  .object({ license: z.string(), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));

test('README: it is short, and begins with the two commands of a checkout', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  const [, first = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(first).toMatch(/^npm ci && npx assay gate .*\nnpm ci && npm test .*\n$/);
});

test('README: the table of the API has every operation with its request', () => {
  const rows = [...readme.matchAll(/^\| `([\w-]+)` \| `([A-Z]+) (\S+)` \|/gm)];
  expect(rows.map(([, name, method, path]) => [name, method, path])).toEqual(
    Object.entries(OPERATIONS).map(([name, { method, path }]) => [name, method, path]),
  );
  expect(readme).toContain(`in ${rows.length} operations`);
});

test('README: what it says of the package and its rules is true', () => {
  expect(readme).toContain(`Node ${manifest.engines.node.replace('>=', '')} `);
  expect(readme).toContain(`Licence: ${manifest.license};`);
  expect(readme).toContain('a planted fault proves each rule');
  expect(EVERY_RULE.filter(({ rule }) => rule.provenBy === '')).toEqual([]);
});

test('pictures: the README or a page shows each, with a description, and each is small', async () => {
  const guides = ['capacity', 'comparing'].map((name) =>
    readFile(join(ROOT, 'docs', 'guides', `${name}.md`), 'utf8'),
  );
  const pages = [readme, ...(await Promise.all(guides))].join('\n');
  expect(readme).toMatch(/!\[[^\]]+\]\(docs\/images\/load\.svg\)/);
  for (const [, description = ''] of pages.matchAll(/!\[([^\]]*)\]\(\S+\)/g)) {
    expect(description.length).toBeGreaterThan(30);
  }
  for (const image of await readdir(IMAGES)) {
    expect(pages, image).toContain(`/images/${image}`);
    const { size } = await stat(join(IMAGES, image));
    expect(size, image).toBeLessThanOrEqual(200_000);
  }
});

test('pictures: the moving one is small, needs nothing else, and stands still where a reader wants it', async () => {
  const picture = await readFile(join(IMAGES, 'load.svg'), 'utf8');
  expect(Buffer.byteLength(picture)).toBeLessThanOrEqual(60_000);
  expect(picture).not.toMatch(/<script|<image|<foreignObject|href|url\(|@import/);
  expect(picture).toMatch(/@media \(prefers-color-scheme: dark\)/);
  const moving = picture.indexOf('@media (prefers-reduced-motion: no-preference)');
  expect(moving).toBeGreaterThan(0);
  expect(picture.slice(0, moving)).not.toContain('animation');
  // Without motion only the page is to be seen.
  const shown = [...picture.matchAll(/<g class="(\w+)[^"]*"(?! visibility="hidden")>/g)];
  expect(shown.map(([, name]) => name)).toEqual(['page']);
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { brokenLinks, linkedFiles, missingPaths } from '../support/pages/page-links.ts';
import { folderOfTest } from '../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const INDEX = 'docs/README.md';
const OUTSIDE_DOCS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'engine/README.md',
  'reports/README.md',
  'reports/sample.md',
];

/** Written by runs, and ignored by git. */
const MADE_BY_RUNS = /^reports\/(?:runs|latest|gate|merged|sample)\b/;

const AREA_PAGE = /^docs\/rules\/(?!README)/;

const inDocs = (await readdir(join(ROOT, 'docs'), { recursive: true }))
  .filter((path) => path.endsWith('.md'))
  .map((path) => posix.join('docs', path))
  .toSorted();

test('docs: every link leads to a file, and to a heading that it has', async () => {
  const broken: Record<string, string[]> = {};
  for (const page of [...OUTSIDE_DOCS, ...inDocs]) {
    const links = await brokenLinks(ROOT, page);
    if (links.length > 0) broken[page] = links;
  }
  expect(broken).toEqual({});
});

test('docs: every path of the project that a page names exists', async () => {
  const missing: Record<string, string[]> = {};
  for (const page of [...OUTSIDE_DOCS, ...inDocs]) {
    const paths = (await missingPaths(ROOT, page)).filter((path) => !MADE_BY_RUNS.test(path));
    if (paths.length > 0) missing[page] = paths;
  }
  expect(missing).toEqual({});
});

test('docs: the index lists every page except those of areas of rules', async () => {
  const listed = new Set(await linkedFiles(ROOT, INDEX));
  const pages = inDocs.filter((page) => page !== INDEX && !AREA_PAGE.test(page));
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});

test('docs: no recipe counts relay rules, because their number grows', async () => {
  const recipes = inDocs.filter((page) => page.startsWith('docs/guides/gateways/'));
  const texts = await Promise.all(recipes.map((page) => readFile(join(ROOT, page), 'utf8')));
  expect(texts.join('\n').match(/\d+ (?:of \d+ )?relay rules/g)).toBeNull();
});

test('docs: a link to a missing file or heading is found, and so is a missing path', async () => {
  const folder = await folderOfTest('links');
  await writeFile(join(folder, 'other.md'), '# One `two`, three\n');
  await writeFile(
    join(folder, 'page.md'),
    [
      '## Here',
      '[a](other.md) [b](other.md#one-two-three) [c](#here) [d](https://example.org/x)',
      '[e](gone.md) [f](other.md#gone) [g](#gone) ![h](gone.png) `[i](gone.md)`',
      '`src/gone.ts` `src/<layer>` `gone.ts` src/gone.ts',
    ].join('\n\n'),
  );
  expect(await brokenLinks(folder, 'page.md')).toEqual([
    'gone.md',
    'other.md#gone',
    '#gone',
    'gone.png',
  ]);
  expect(await linkedFiles(folder, 'page.md')).toContain('other.md');
  expect(await missingPaths(folder, 'page.md')).toEqual(['src/gone.ts']);
});

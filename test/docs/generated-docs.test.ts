import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtPages, committedPages } from '../../scripts/generate-docs.ts';
import { NO_REASON } from '../../scripts/pages/coverage-page.ts';
import { EVERY_RULE } from '../../src/conformance/catalogue.ts';
import { clientImpact } from '../../src/conformance/client-impact.ts';
import { sarif } from '../../src/report/formats/sarif.ts';
import { passingGate } from '../report/sample-report.ts';
import { brokenLinks } from '../support/pages/page-links.ts';
import { folderOfTest } from '../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCS = join(ROOT, 'docs');
const MOST_LINES = 7855;
/** The section of a rule has no more, with the empty line after it. */
const MOST_LINES_OF_A_RULE = 9;

const pages = await committedPages();

/** The text of the page of each area. */
const areas = new Map(
  [...pages].flatMap(([path, text]) => {
    const [, area] = /^rules\/([a-z-]+)\.md$/.exec(path) ?? [];
    return area === undefined ? [] : [[area, text] as const];
  }),
);

test('docs: generated pages are what the source says ("npm run docs" writes them)', async () => {
  for (const [path, text] of pages) {
    expect(await readFile(join(DOCS, path), 'utf8'), path).toBe(text);
  }
});

test('docs: an area that is gone has no page', async () => {
  const written = await readdir(join(DOCS, 'rules'), { recursive: true });
  expect(written.filter((page) => !pages.has(`rules/${page}`))).toEqual([]);
});

test('docs: each rule has one short section, on the page of its area', () => {
  const sections = [...areas].flatMap(([area, text]) =>
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => ({ area, lines: section.trimEnd().split('\n') })),
  );
  expect(sections.map(({ area, lines }) => [area, lines[0]])).toEqual(
    EVERY_RULE.map(({ area, rule }) => [area, rule.id]),
  );
  const longest = Math.max(...sections.map(({ lines }) => lines.length + 1));
  expect(longest).toBeLessThanOrEqual(MOST_LINES_OF_A_RULE);
});

test('docs: the section of a rule has what is known of it', () => {
  const text = areas.get('errors') ?? '';
  const section = /^### errors-bad-json\n[\s\S]*?(?=^### )/m.exec(text)?.[0] ?? '';
  expect(section).toMatch(/^.*\. \((?:required|recommended|optional), (?:stated|assumed); .+\)$/m);
  for (const name of ['Source', 'Interface', 'Harm', 'Clients', 'Fault']) {
    expect(section).toMatch(new RegExp(`^- ${name}: \\S`, 'm'));
  }
});

test('docs: a report in SARIF links each rule to its section', () => {
  const [sample] = passingGate().rules;
  const rules = EVERY_RULE.flatMap(({ area, rule: { id } }) =>
    sample === undefined ? [] : [{ ...sample, area, id }],
  );
  const links = z
    .array(z.object({ id: z.string(), helpUri: z.url() }))
    .parse(
      JSON.parse(sarif.render({ ...passingGate(), rules, slo: [] })).runs[0].tool.driver.rules,
    );
  expect(links).toHaveLength(EVERY_RULE.length);
  for (const { id, helpUri } of links) {
    const [, path = '', heading = ''] = decodeURIComponent(helpUri).split('#');
    expect(heading).toBe(id);
    expect(pages.get(path.replace('docs/', ''))).toContain(`\n### ${id}\n`);
  }
});

test('docs: the pages of dist/docs can be built, and their links lead somewhere', async () => {
  const built = await builtPages();
  const root = await folderOfTest('built-docs');
  await mkdir(join(root, 'dist', 'docs'), { recursive: true });
  for (const folder of ['docs', 'src']) await symlink(join(ROOT, folder), join(root, folder));
  for (const [path, text] of built) {
    await writeFile(join(root, 'dist', 'docs', path), text);
    expect(await brokenLinks(root, join('dist', 'docs', path)), path).toEqual([]);
  }
  for (const id of Object.keys(clientImpact().rules)) {
    expect(built.get('client-impact.md')).toContain(`| [${id}](`);
  }
  expect(built.get('coverage.md')).not.toContain(NO_REASON);
});

test('docs: what people read in the repository stays short', async () => {
  const names = await readdir(DOCS, { recursive: true });
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.md')).map((name) => readFile(join(DOCS, name), 'utf8')),
  );
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(MOST_LINES);
});

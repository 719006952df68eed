import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, posix, relative, resolve } from 'node:path';
import { READERS } from './prose/passages.ts';
import { type Row, SENTENCES } from './prose/sentences.ts';
import { TERMS } from './prose/terms.ts';

/** What the linter reads: files, and folders with all that is in them. */
export const LINTED: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.github',
  'docs',
  'reports/README.md',
  'src',
  'reference-server',
  'scenarios',
  'engine',
  'bench',
  'scripts',
  'test',
  'vitest.config.ts',
  'vitest.deep.config.ts',
];

/** Pages written from the source, which is linted in their place, and evidence kept as it was. */
export const GENERATED: readonly string[] = [
  'docs/rules',
  'docs/schema',
  'docs/reference/commands.md',
  'docs/reference/settings.md',
  // The wrong wordings themselves.
  'scripts/prose/terms.ts',
  'scripts/prose/sentences.ts',
  'test/scripts/prose.test.ts',
];

/** Pages and strings about the inside of Assay, which may use its own words for what is there. */
const FOR_MAINTAINERS: readonly string[] = [
  'CONTRIBUTING.md',
  '.github',
  'docs/contributing',
  'bench',
  'engine',
  'scripts',
  'test',
  'vitest.config.ts',
  'vitest.deep.config.ts',
];

export interface ProseFinding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The row, or `prose-ok` for an allowance that is not one. */
  readonly id: string;
  readonly words: string;
  readonly say: string;
}

export const ROWS: readonly Row[] = [...TERMS, ...SENTENCES];
const PATTERNS = ROWS.map((row) => ({
  row,
  pattern: new RegExp(row.wrong.replaceAll(' ', '\\s+'), 'gi'),
}));

/**
 * `prose-ok(told): quoted from RFC 9110` in a comment allows a wording on its line and the next. In
 * quotation marks or as code it allows nothing.
 */
const ALLOWANCE = /(?<![`"'])prose-ok\((?<id>[a-z-]+)\)(?<reason>: *\S+ \S)?/g;

/** The findings in one file, in order. */
export function lintText(path: string, text: string): ProseFinding[] {
  const place = (index: number) => {
    const lines = text.slice(0, index).split('\n');
    return { path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  };
  const allowances = [...text.matchAll(ALLOWANCE)].map(({ 0: words, index, groups }) => ({
    ...place(index),
    allowed: groups?.id,
    words,
    isExplained: groups?.reason !== undefined,
    isUsed: false,
  }));
  const forMaintainers = FOR_MAINTAINERS.some((page) => isIn(path, page));
  const passages = READERS[extname(path)]?.(text, path) ?? [];
  const findings = passages.flatMap((passage) =>
    PATTERNS.flatMap(({ row: { id, say, audience }, pattern }): ProseFinding[] => {
      if (audience === 'user' && (forMaintainers || passage.kind === 'comment')) return [];
      return [...passage.text.matchAll(pattern)].flatMap(({ 0: words, index }) => {
        const finding = { ...place(passage.start + index), id, words, say };
        const allowance = allowances.find(
          ({ allowed, line, isExplained }) =>
            isExplained && allowed === id && [line, line + 1].includes(finding.line),
        );
        if (allowance === undefined) return [finding];
        allowance.isUsed = true;
        return [];
      });
    }),
  );
  const misused = allowances
    .filter(({ isUsed }) => !isUsed)
    .map(({ line, words, isExplained }) => {
      const say = isExplained ? 'allows nothing here: remove it' : 'gives no reason';
      return { path, line, column: 1, id: 'prose-ok', words, say };
    });
  return [...findings, ...misused].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

export function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Every file with prose at a place of a project. */
async function filesAt(root: string, place: string): Promise<string[]> {
  const hasProse = (path: string) => Object.hasOwn(READERS, extname(path));
  if ((await stat(join(root, place))).isFile()) return [posix.normalize(place)].filter(hasProse);
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && hasProse(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)));
}

/**
 * `npm run prose -- [paths]`: wrong wordings in docs, comments and strings, with the right ones.
 * Without paths, as in `npm run check`: all of `LINTED`.
 */
if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const given = process.argv.slice(2).map((place) => relative(root, resolve(place)));
  const unknown = given.filter((place) => !existsSync(join(root, place)));
  if (unknown.length > 0) throw new Error(`No such file or folder: ${unknown.join(', ')}.`);
  const places = given.length > 0 ? given : LINTED;
  const files = new Set((await Promise.all(places.map((place) => filesAt(root, place)))).flat());
  let count = 0;
  for (const file of [...files].toSorted()) {
    if (GENERATED.some((place) => isIn(file, place))) continue;
    for (const found of lintText(file, await readFile(join(root, file), 'utf8'))) {
      const { path, line, column, id, words, say } = found;
      console.log(`${path}:${line}:${column} "${words.replaceAll(/\s+/g, ' ')}" (${id}): ${say}`);
      count += 1;
    }
  }
  if (count > 0) {
    const wordings = count === 1 ? '1 wrong wording' : `${count} wrong wordings`;
    console.log(`${wordings}. To allow one, write "prose-ok(id): reason" in a comment beside it.`);
    process.exitCode = 1;
  }
}

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lintFiles, type ProseFinding, proseFiles } from './prose/lint.ts';
import { isIn, LINTED, notYetClean } from './prose/scopes.ts';

/**
 * `npm run prose -- [--count] [paths]`: wrong wordings in docs, comments and strings, with the right
 * ones. Without paths, as in `npm run check`: all of `LINTED` but `notYetClean`.
 */

const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'boolean', default: false } },
});

const places = positionals.map((place) => relative(ROOT, resolve(place)));
const unknown = places.filter((place) => !existsSync(join(ROOT, place)));
if (unknown.length > 0) throw new Error(`No such file or folder: ${unknown.join(', ')}.`);

const files = await proseFiles(ROOT, places.length > 0 ? places : LINTED);
const isHeld = (path: string) => !notYetClean.some((place) => isIn(path, place));
const findings = await lintFiles(ROOT, places.length > 0 ? files : files.filter(isHeld));

for (const line of values.count ? counts(findings) : findings.map(sentence)) console.log(line);
if (findings.length > 0) {
  const wordings = findings.length === 1 ? '1 wrong wording' : `${findings.length} wrong wordings`;
  console.log(`${wordings}. To allow one, write "prose-ok(id): reason" in a comment beside it.`);
  process.exitCode = 1;
}

function sentence({ path, line, column, id, words, say }: ProseFinding): string {
  return `${path}:${line}:${column} "${words.replaceAll(/\s+/g, ' ')}" (${id}): ${say}`;
}

/** How often each wording is found, most often first. */
function counts(found: readonly ProseFinding[]): string[] {
  return Object.entries(Object.groupBy(found, ({ id }) => id))
    .map(([id, of = []]) => ({ id, times: of.length }))
    .toSorted((a, b) => b.times - a.times)
    .map(({ id, times }) => `${String(times).padStart(5)} ${id}`);
}

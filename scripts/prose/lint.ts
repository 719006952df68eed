import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import { Allowances } from './allowances.ts';
import { PROSE_PLUGIN } from './plugin.ts';
import { ruleFor } from './rule.ts';
import { GENERATED, isIn, readersOf } from './scopes.ts';
import { READERS } from './source-text.ts';

export interface ProseFinding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The row, or `prose-ok` for an allowance that is not one. */
  readonly id: string;
  readonly words: string;
  readonly say: string;
}

const kernel = new TextlintKernel();
const PLUGINS = [{ pluginId: 'prose', plugin: PROSE_PLUGIN }];

/** Every file with prose at these places of a project, less what is generated. */
export async function proseFiles(root: string, places: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(places.map((place) => filesAt(root, place)));
  const isGenerated = (path: string) => GENERATED.some((place) => isIn(path, place));
  return [...new Set(lists.flat())].filter((path) => !isGenerated(path)).toSorted();
}

export async function lintFiles(root: string, paths: readonly string[]): Promise<ProseFinding[]> {
  const found = await Promise.all(
    paths.map(async (path) => lintText(path, await readFile(join(root, path), 'utf8'))),
  );
  return found.flat();
}

/** The findings in one file, in order. */
export async function lintText(path: string, text: string): Promise<ProseFinding[]> {
  const ext = extname(path);
  const rule = ruleFor(readersOf(path), ext === '.md' ? 'page' : 'source');
  const rules = [{ ruleId: 'prose', rule }];
  const { messages } = await kernel.lintText(text, {
    ext,
    filePath: path,
    plugins: PLUGINS,
    rules,
  });

  const allowances = new Allowances(text);
  const findings = messages.flatMap(({ message, loc: { start } }): ProseFinding[] => {
    const [id = '', words = '', say = ''] = message.split('\t');
    if (allowances.allows(id, start.line)) return [];
    return [{ path, line: start.line, column: start.column, id, words, say }];
  });
  const misused = allowances.problems().map(({ line, id, problem }) => ({
    path,
    line,
    column: 1,
    id: 'prose-ok',
    words: `prose-ok(${id})`,
    say: problem,
  }));
  return [...findings, ...misused].toSorted((a, b) => a.line - b.line || a.column - b.column);
}

async function filesAt(root: string, place: string): Promise<string[]> {
  const found = await stat(join(root, place)).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [posix.normalize(place)].filter(hasProse);
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && hasProse(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)));
}

function hasProse(path: string): boolean {
  return extname(path) === '.md' || Object.hasOwn(READERS, extname(path));
}

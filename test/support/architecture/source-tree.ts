import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';

/** A source file with what it imports. */
export interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Paths from the root of the project, and names of packages as they are written. */
  readonly imports: readonly string[];
}

const SOURCE = /\.(?:ts|js|go|sh)$/;
const IMPORT =
  /(?:^|\n)(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

/** Every source file in these folders of a project. */
export async function readSourceTree(
  root: string,
  folders: readonly string[],
): Promise<SourceFile[]> {
  const lists = await Promise.all(folders.map((folder) => pathsIn(root, folder)));
  return Promise.all(
    lists.flat().map(async (path) => {
      const text = await readFile(posix.join(root, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    }),
  );
}

async function pathsIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(posix.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .toSorted();
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic ?? '';
    return specifier.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(path), specifier))
      : specifier;
  });
}

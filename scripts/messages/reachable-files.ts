import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * The files of a project that a file needs to run, itself included, as paths from the root.
 * @param without a file that is not followed
 */
export function reachableFiles(root: string, entry: string, without?: string): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const path of found) {
    for (const imported of importedFiles(root, path)) if (imported !== without) found.add(imported);
  }
  return found;
}

const cache = new Map<string, readonly string[]>();

function importedFiles(root: string, path: string): readonly string[] {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const { module } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  const named = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) =>
        isType || moduleRequest === null ? [] : [moduleRequest.value],
      ),
    ),
  ];
  const files = named
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(root, join(root, dirname(path), name)))
    .filter((file) => existsSync(join(root, file)));
  const unique = [...new Set(files)];
  cache.set(path, unique);
  return unique;
}

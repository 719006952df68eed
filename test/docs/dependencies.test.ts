import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');
const NAMES = z.record(z.string(), z.string()).transform((record) => Object.keys(record));
const PACKAGE = z.object({ dependencies: NAMES, devDependencies: NAMES });
const TOOLCHAIN = z.object({ optionalDependencies: NAMES });

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** The modules that go.mod requires itself: the lines of `require` without `// indirect`. */
async function directModules(): Promise<string[]> {
  const lines = (await read('engine/go.mod')).split('\n');
  return lines.flatMap((line) => /^\t(\S+) v\S+$/.exec(line)?.[1] ?? []);
}

/** What the first column of each table names in code type. */
async function documented(): Promise<string[]> {
  const cells = (await read('docs/contributing/dependencies.md')).matchAll(/^\| (`.+?`) \|/gm);
  return [...cells].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ''),
  );
}

test('docs: the page of dependencies names each direct dependency, and no other', async () => {
  const packages = PACKAGE.parse(JSON.parse(await read('package.json')));
  const toolchain = TOOLCHAIN.parse(JSON.parse(await read('toolchain/package.json')));
  const direct = [
    ...Object.values({ ...packages, ...toolchain }).flat(),
    ...(await directModules()),
  ];
  expect((await documented()).toSorted()).toEqual(direct.toSorted());
});

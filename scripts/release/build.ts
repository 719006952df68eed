import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compile, EXPORTED } from './compile.ts';
import { writeDeclarations } from './declarations.ts';

/**
 * Compiles the package into `dist/package`, and the types of its exports into `dist/types`. A checkout
 * runs from source and needs none of it.
 */

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const FOLDER = join(DIST, 'package');
const DECLARATIONS = join(DIST, 'types');

await rm(FOLDER, { recursive: true, force: true });
for (const { path, contents } of await compile(FOLDER)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
await rm(DECLARATIONS, { recursive: true, force: true });
await writeDeclarations(EXPORTED, DECLARATIONS);

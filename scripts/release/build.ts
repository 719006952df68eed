import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compile } from './compile.ts';

/** Compiles the package into `dist/package`. A checkout runs from source and needs none of it. */

const FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'package');

await rm(FOLDER, { recursive: true, force: true });
for (const { path, contents } of await compile(FOLDER)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}

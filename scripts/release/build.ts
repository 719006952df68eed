import { join } from 'node:path';
import { compile, EXPORTED, writeFiles } from './compile.ts';
import { declarations } from './declarations.ts';

/**
 * Compiles the package into `dist/package`, and the types of its exports into `dist/types`. A checkout
 * runs from source and needs none of it.
 */

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const [CODE, TYPES] = [join(DIST, 'package'), join(DIST, 'types')];

const compiled = await compile(CODE);
await writeFiles(CODE, new Map(compiled.map(({ path, contents }) => [path, contents])));
await writeFiles(TYPES, await declarations(EXPORTED, TYPES));

import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Where the tests lay out the package: there its imports find the packages of this checkout. */
export const PACKAGE = join(ROOT, 'node_modules', '.cache', 'assay-package');

/** What an installed package starts. */
export const COMPILED = join(PACKAGE, 'dist', 'package');

/** The command line as npm installs it: compiled, it starts with half of the processor time. */
export const ASSAY = join(PACKAGE, 'bin', 'assay.js');

/** The program of the reference gateway, compiled. */
export const REFERENCE_SERVER = join(COMPILED, 'reference-server', 'main.js');

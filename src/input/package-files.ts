import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this is an installed package, not a checkout: there the source is compiled, in `dist/package`. */
export const IS_INSTALLED = import.meta.filename.endsWith('.js');

/** Absolute path of Assay's own folder: a checkout, or the package that npm installed. */
export const PACKAGE_FOLDER = folderWithManifest(import.meta.dirname);

/**
 * Absolute path of a module of Assay that is started rather than imported.
 * @param path its source from the folder of the package, such as `reference-server/main.ts`
 */
export function modulePath(path: `${string}.ts`): string {
  return IS_INSTALLED
    ? join(PACKAGE_FOLDER, 'dist', 'package', path.replace(/\.ts$/, '.js'))
    : join(PACKAGE_FOLDER, path);
}

/** The nearest folder, upwards, that has a package.json. */
function folderWithManifest(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, 'package.json'))
    ? folder
    : folderWithManifest(parent);
}

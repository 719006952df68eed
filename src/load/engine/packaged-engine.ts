import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';
import { SetupError } from '../../input/setup-error.ts';

/** The package with the engine for one platform, in the words of Node, such as `linux` and `x64`. */
export function enginePackage(platform: string, arch: string): string {
  return `@assay/engine-${platform}-${arch}`;
}

/** Where the program is in its package. */
export function engineFile(platform: string): string {
  return platform === 'win32' ? 'engine.exe' : 'engine';
}

const MANIFEST = z.object({ version: z.string() });

/**
 * The engine of an installed package for this platform.
 * @param folder where the search begins: Assay's own folder by default
 * @returns the path of the program; undefined when no such package is installed
 * @throws SetupError when the package belongs to another version of Assay
 */
export async function packagedEngine(folder = PACKAGE_FOLDER): Promise<string | undefined> {
  const name = enginePackage(process.platform, process.arch);
  const home = installedFolder(name, folder);
  if (home === undefined) return undefined;
  const [engine, assay] = await Promise.all([versionIn(home), versionIn(folder)]);
  if (engine !== assay) {
    throw new SetupError(
      `The load engine belongs to another version: ${name} is ${engine}, Assay is ${assay}. Install ${name}@${assay}.`,
    );
  }
  return join(home, engineFile(process.platform));
}

/** Where Node finds a package from `folder`: in `node_modules` there, or further up. */
function installedFolder(name: string, folder: string): string | undefined {
  const home = join(folder, 'node_modules', name);
  if (existsSync(home)) return home;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedFolder(name, parent);
}

async function versionIn(folder: string): Promise<string> {
  return MANIFEST.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version;
}

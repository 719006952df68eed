import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Processor } from './build.ts';

const run = promisify(execFile);
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'assay', 'debian');

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** Has the files of the package below it. */
  readonly folder: string;
}

/**
 * Downloads packages and unpacks them, without installing them. They are cached in the user's cache folder,
 * and apt checks their signatures.
 * @throws Error with what apt printed where it cannot get a package
 */
export async function debianPackages(
  names: readonly string[],
  processor: Processor,
): Promise<readonly DebianPackage[]> {
  const homes = names.map((name) => join(CACHE, `${name}_${processor}`));
  const present = await Promise.all(homes.map(exists));
  const missing = names.filter((_, index) => present[index] === false);
  if (missing.length > 0) await download(missing, processor);
  return Promise.all(
    homes.map(async (home, index) => {
      const version = (await readFile(join(home, 'VERSION'), 'utf8')).trim();
      return { name: names[index] ?? '', version, folder: join(home, 'root') };
    }),
  );
}

async function download(names: readonly string[], processor: Processor): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const stage = await mkdtemp(join(CACHE, 'partial-'));
  try {
    // Lists of our own: those of the machine have only its own processor, and can be out of date.
    const settings = [
      `Dir::State::lists=${stage}/lists`,
      `Dir::Cache=${stage}/cache`,
      `APT::Architectures::=${processor}`,
      'APT::Sandbox::User=root',
    ].flatMap((setting) => ['-o', setting]);
    const packages = join(stage, 'packages');
    for (const folder of [packages, join(stage, 'lists/partial'), join(stage, 'cache/archives')]) {
      await mkdir(folder, { recursive: true });
    }
    await run('apt-get', [...settings, '-q', 'update']);
    const wanted = names.map((name) => `${name}:${processor}`);
    await run('apt-get', [...settings, '-q', 'download', ...wanted], { cwd: packages });
    for (const file of await readdir(packages))
      await unpack(join(packages, file), stage, processor);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function unpack(file: string, stage: string, processor: Processor): Promise<void> {
  const [name = '', version = ''] = (
    await run('dpkg-deb', ['--showformat=${Package} ${Version}', '--show', file])
  ).stdout.split(' ');
  const home = join(stage, name);
  await mkdir(home);
  await run('dpkg-deb', ['--extract', file, join(home, 'root')]);
  await writeFile(join(home, 'VERSION'), version);
  await rename(home, join(CACHE, `${name}_${processor}`)).catch(async (error: unknown) => {
    // Another process was faster.
    if (!(await exists(join(CACHE, `${name}_${processor}`)))) throw error;
  });
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

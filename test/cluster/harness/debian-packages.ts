import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'assay',
  'cluster',
  'debian',
);

/**
 * Downloads packages and unpacks them, without installing them. They are cached in the user's cache folder,
 * and apt checks their signatures.
 * @returns the folder that has the files of each package below it, in the order of the names
 * @throws Error with what apt printed where it cannot get a package
 */
export async function debianPackages(names: readonly string[]): Promise<readonly string[]> {
  const homes = names.map((name) => join(CACHE, name));
  const present = await Promise.all(homes.map(exists));
  const missing = names.filter((_, index) => present[index] === false);
  if (missing.length > 0) await download(missing);
  return homes;
}

async function download(names: readonly string[]): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const stage = await mkdtemp(join(CACHE, 'partial-'));
  try {
    // Lists of our own: those of the machine can be out of date.
    const settings = [
      `Dir::State::lists=${stage}/lists`,
      `Dir::Cache=${stage}/cache`,
      'APT::Sandbox::User=root',
    ].flatMap((setting) => ['-o', setting]);
    const packages = join(stage, 'packages');
    for (const folder of [packages, join(stage, 'lists/partial'), join(stage, 'cache/archives')]) {
      await mkdir(folder, { recursive: true });
    }
    await run('apt-get', [...settings, '-q', 'update']);
    await run('apt-get', [...settings, '-q', 'download', ...names], { cwd: packages });
    for (const file of await readdir(packages)) await unpack(join(packages, file), stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function unpack(file: string, stage: string): Promise<void> {
  const { stdout: name } = await run('dpkg-deb', ['--showformat=${Package}', '--show', file]);
  await run('dpkg-deb', ['--extract', file, join(stage, name)]);
  await rename(join(stage, name), join(CACHE, name)).catch(async (error: unknown) => {
    // Another process was faster.
    if (!(await exists(join(CACHE, name)))) throw error;
  });
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

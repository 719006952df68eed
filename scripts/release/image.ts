import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enginePackage } from '../../src/load/engine/find-engine.ts';
import { nameOf, PLATFORMS } from './platforms.ts';

/**
 * Builds the container image of Assay for the processor of this machine: `npm run image [-- NAME]`.
 * The package and the engine are installed as a user would install them, outside of the image, so that
 * its build needs the base image only.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const CONTEXT = join(ROOT, 'dist', 'image');
const RELEASE = join(ROOT, 'dist', 'release');
const [name = 'assay'] = process.argv.slice(2);

const run = async (program: string, parameters: readonly string[], cwd = ROOT) => {
  process.stdout.write(`${program} ${parameters.join(' ')}\n`);
  const { stdout } = await promisify(execFile)(program, [...parameters], { cwd });
  return stdout.trim();
};

/** @returns the path of the engine's package for Linux */
async function packedEngine(): Promise<string> {
  const platform = PLATFORMS.find(({ os, cpu }) => os === 'linux' && cpu === process.arch);
  if (platform === undefined) throw new Error(`No engine for Linux on ${process.arch}.`);
  await run('npm', ['run', 'engine:pack', '--', nameOf(platform)]);
  const prefix = `${enginePackage(platform.os, platform.cpu).replace('@', '').replace('/', '-')}-`;
  const file = (await readdir(RELEASE)).find((each) => each.startsWith(prefix));
  if (file === undefined)
    throw new Error(`engine:pack left no package of ${prefix} in ${RELEASE}.`);
  return join(RELEASE, file);
}

/** Types and source maps are a sixth of what npm installs, and nothing in the image reads them. */
async function removeUnread(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  const unread = paths.filter((path) => /\.(?:d\.[cm]?ts|map)$/.test(path));
  await Promise.all(unread.map((path) => rm(join(folder, path))));
}

await rm(CONTEXT, { recursive: true, force: true });
const home = join(CONTEXT, 'assay');
await mkdir(home, { recursive: true });
const packed = await run('npm', ['pack', '--silent', '--pack-destination', CONTEXT]);
await writeFile(join(home, 'package.json'), '{ "private": true }\n');
const files = [join(CONTEXT, packed), await packedEngine()];
await run(
  'npm',
  ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files],
  home,
);
await rm(join(CONTEXT, packed));
await removeUnread(join(home, 'node_modules'));
await cp(join(ROOT, 'Dockerfile'), join(CONTEXT, 'Dockerfile'));
await run('docker', ['build', '--tag', name, CONTEXT]);
process.stdout.write(`Built the image ${name}.\n`);

import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { enginePackage } from '../../src/load/engine/find-engine.ts';
import { ASSAY_VERSION } from '../../src/report/manifest.ts';
import { writeChecksums } from './checksums.ts';
import { PLATFORMS } from './platforms.ts';

/**
 * Makes everything that a release consists of, and publishes nothing: `npm run release:dry`.
 * `dist/release` then holds the package, the engine for each platform, two bills of materials, and
 * SHA256SUMS.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const RELEASE = join(ROOT, 'dist', 'release');
const STAGE = join(ROOT, 'dist', 'stage');

/** What a checkout needs and an installed package does not. */
const OF_THE_CHECKOUT = ['private', 'workspaces', 'scripts', 'devDependencies', 'allowScripts'];

const run = async (program: string, parameters: string[], options: ExecFileOptions = {}) => {
  process.stdout.write(`${program} ${parameters.join(' ')}\n`);
  const { stdout } = await promisify(execFile)(program, parameters, { cwd: ROOT, ...options });
  return String(stdout).trim();
};

const pack = (folder: string, destination: string) =>
  run('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: folder });

/** The package as users get it: with the engines as optional dependencies, one of which fits. */
async function packAssay(): Promise<void> {
  await mkdir(STAGE, { recursive: true });
  const file = await pack(ROOT, STAGE);
  await run('tar', ['-xzf', join(STAGE, file), '-C', STAGE]);
  const folder = join(STAGE, 'package');
  const path = join(folder, 'package.json');
  const manifest = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(path, 'utf8')));
  const kept = Object.entries(manifest).filter(([name]) => !OF_THE_CHECKOUT.includes(name));
  const engines = PLATFORMS.map(({ os, cpu }) => [enginePackage(os, cpu), ASSAY_VERSION]);
  const published = {
    ...Object.fromEntries(kept),
    optionalDependencies: Object.fromEntries(engines),
  };
  await writeFile(path, `${JSON.stringify(published, null, 2)}\n`);
  await pack(folder, RELEASE);
}

await rm(join(ROOT, 'dist'), { recursive: true, force: true });
await mkdir(RELEASE, { recursive: true });
await packAssay();
await run('npm', ['run', 'engine:pack']);
await run('npm', ['run', 'sbom']);
for (const file of ['assay.cdx.json', 'engine.cdx.json']) {
  await rename(join(ROOT, 'sbom', file), join(RELEASE, file));
}
await writeChecksums(RELEASE);
process.stdout.write(`Wrote ${RELEASE}. Nothing was published.\n`);

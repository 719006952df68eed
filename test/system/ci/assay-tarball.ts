import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enginePackage } from '../../../src/load/engine/find-engine.ts';
import { PACKAGE_NAME } from '../../../src/report/manifest.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'assay.js');
const ENGINE_NAME = enginePackage('linux', 'x64');

/**
 * A package that npm installs without the network, and whose `assay` is that of this checkout: what
 * is tested is the way of a CI server to it.
 * @returns the path of the tarball
 */
export function assayTarball(folder: string): Promise<string> {
  const manifest = { name: PACKAGE_NAME, version: '0.1.0', bin: { assay: 'assay.sh' } };
  return packed(folder, 'assay-cli', manifest, `#!/bin/sh\nexec "${PROGRAM}" "$@"\n`);
}

/** As the package of a load engine, without one. */
export function engineTarball(folder: string): Promise<string> {
  return packed(folder, 'assay-engine-linux-x64', { name: ENGINE_NAME, version: '0.1.0' });
}

async function packed(
  folder: string,
  file: string,
  manifest: { readonly name: string; readonly version: string; readonly bin?: object },
  program = '',
): Promise<string> {
  const contents = join(folder, file, 'package');
  await mkdir(contents, { recursive: true });
  await writeFile(join(contents, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(contents, 'assay.sh'), program, { mode: 0o755 });
  const tarball = join(folder, `${file}-${manifest.version}.tgz`);
  await promisify(execFile)('tar', ['-czf', tarball, '-C', join(folder, file), 'package']);
  return tarball;
}

import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'assay.js');

/**
 * A package that npm installs without the network, and whose `assay` is that of this checkout: what
 * is tested is the way of a CI server to it.
 * @returns the path of the tarball
 */
export async function assayTarball(folder: string): Promise<string> {
  const contents = join(folder, 'package');
  await mkdir(contents);
  const manifest = { name: 'assay', version: '0.1.0', bin: { assay: 'assay.sh' } };
  await writeFile(join(contents, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(contents, 'assay.sh'), `#!/bin/sh\nexec "${PROGRAM}" "$@"\n`);
  await chmod(join(contents, 'assay.sh'), 0o755);
  const tarball = join(folder, 'assay-0.1.0.tgz');
  await promisify(execFile)('tar', ['-czf', tarball, '-C', folder, 'package']);
  return tarball;
}

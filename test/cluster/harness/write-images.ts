import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Processor } from '../../../scripts/release/engine-image/build.ts';
import { debianPackages } from '../../../scripts/release/engine-image/debian-packages.ts';
import { type ImageConfig, writeImage } from '../../../scripts/release/engine-image/write-image.ts';
import { writeWithoutDocker } from '../../../scripts/release/engine-image/write-without-docker.ts';
import { ASSAY_VERSION } from '../../../src/report/assay-version.ts';
import { IMAGES, PAUSE_IMAGE, PROGRAMS, versionOf } from './places.ts';

const run = promisify(execFile);
const PROCESSOR: Processor = process.arch === 'arm64' ? 'arm64' : 'amd64';

/** The image of the engine, as the manifests of `assay load` name it. */
export const ENGINE_IMAGE = { name: 'assay-engine', version: ASSAY_VERSION };
/** As the operator's own manifests name its images: these stand in for them. */
const OPERATOR = 'ghcr.io/grafana/k6-operator';

/**
 * Writes the images that the node needs, because it reaches no registry: the engine's own, and stand-ins for
 * three of others from their programs.
 */
export async function writeImages(say: (line: string) => void): Promise<void> {
  await rm(IMAGES, { recursive: true, force: true });
  await mkdir(IMAGES, { recursive: true });
  await writeWithoutDocker(ENGINE_IMAGE, [PROCESSOR], IMAGES, say);
  await oneProgram('pause', PAUSE_IMAGE, { User: '65535:65535', Entrypoint: ['/pause'] });
  await oneProgram(
    'manager',
    `${OPERATOR}:controller-${versionOf('github.com/grafana/k6-operator')}`,
    {
      User: '65532:65532',
      Entrypoint: ['/manager'],
      WorkingDir: '/',
    },
  );
  await starter(`${OPERATOR}:latest-starter`);
}

async function oneProgram(name: string, reference: string, config: ImageConfig): Promise<void> {
  const root = await emptyRoot(name);
  await cp(join(PROGRAMS, name), join(root, name));
  await write(name, reference, root, config);
}

/** A shell, and the curl of this machine with its libraries. */
async function starter(reference: string): Promise<void> {
  const root = await emptyRoot('starter');
  const [shell] = await debianPackages(['busybox-static'], PROCESSOR);
  await mkdir(join(root, 'bin'));
  await mkdir(join(root, 'tmp'));
  await chmod(join(root, 'tmp'), 0o1777);
  await cp(join(shell?.folder ?? '', 'bin', 'busybox'), join(root, 'bin', 'busybox'));
  for (const name of ['sh', 'sleep']) await symlink('busybox', join(root, 'bin', name));
  const curl = (await run('sh', ['-c', 'command -v curl'])).stdout.trim();
  const { stdout } = await run('ldd', [curl]);
  for (const library of stdout.match(/\/\S+/g) ?? []) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await cp(library, join(root, library), { dereference: true });
  }
  await cp(curl, join(root, 'bin', 'curl'), { dereference: true });
  await write('starter', reference, root, { User: '65532:65532' });
}

async function emptyRoot(name: string): Promise<string> {
  const root = join(IMAGES, 'roots', name);
  await mkdir(root, { recursive: true });
  return root;
}

function write(name: string, reference: string, root: string, config: ImageConfig): Promise<void> {
  const file = join(IMAGES, `${name}.oci.tar`);
  return writeImage(file, reference, [{ processor: PROCESSOR, root, config }]);
}

import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINE_FOLDER } from '../../../src/load/engine/build-engine.ts';
import { ASSAY_VERSION } from '../../../src/report/manifest.ts';
import { debianPackages } from './debian-packages.ts';
import { type ImageConfig, writeImageArchive } from './image-archive.ts';
import { IMAGES, PAUSE_IMAGE, PROGRAMS, versionOf } from './places.ts';

const run = promisify(execFile);

/** The image of the engine, as the manifests of `assay load` name it. */
export const ENGINE_IMAGE = `assay-engine:${ASSAY_VERSION}`;
/** As the operator's own manifests name its images: these stand in for them. */
const OPERATOR = 'ghcr.io/grafana/k6-operator';

/** What the operator's initializer, `kubectl cp` and a look into a container call. */
const APPLETS =
  '[ awk basename cat cp cut date dd df dirname du env expr find grep gzip head ls mkdir mv printf ps rm sed seq sh sha256sum sleep sort stat tail tar test touch tr wc';

/**
 * Writes the images that the node needs, because it reaches no registry: the engine's own, with a shell and
 * the layout of engine/Dockerfile, and stand-ins for three of others from their programs.
 */
export async function writeImages(): Promise<void> {
  await rm(IMAGES, { recursive: true, force: true });
  await mkdir(IMAGES, { recursive: true });
  await engine();
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

async function engine(): Promise<void> {
  const root = await emptyRoot('engine');
  await addShell(root, APPLETS.split(' '));
  const home = 'home/k6';
  await mkdir(join(root, home), { recursive: true });
  await run('go', ['build', '-trimpath', '-o', join(root, 'usr', 'bin', 'k6'), '.'], {
    cwd: ENGINE_FOLDER,
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  const config = {
    User: '12345:12345',
    Entrypoint: ['k6'],
    WorkingDir: `/${home}`,
    Env: ['PATH=/usr/bin:/bin', `HOME=/${home}`],
  };
  await writeImageArchive(join(IMAGES, 'engine.tar'), ENGINE_IMAGE, root, config, home);
}

async function oneProgram(name: string, reference: string, config: ImageConfig): Promise<void> {
  const root = await emptyRoot(name);
  await cp(join(PROGRAMS, name), join(root, name));
  await write(name, reference, root, config);
}

/** A shell, and the curl of this machine with its libraries. */
async function starter(reference: string): Promise<void> {
  const root = await emptyRoot('starter');
  await addShell(root, ['sh', 'sleep']);
  const curl = (await run('sh', ['-c', 'command -v curl'])).stdout.trim();
  const { stdout } = await run('ldd', [curl]);
  for (const library of stdout.match(/\/\S+/g) ?? []) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await cp(library, join(root, library), { dereference: true });
  }
  await cp(curl, join(root, 'bin', 'curl'), { dereference: true });
  await write('starter', reference, root, { User: '65532:65532' });
}

async function addShell(root: string, applets: readonly string[]): Promise<void> {
  const [shell = ''] = await debianPackages(['busybox-static']);
  await mkdir(join(root, 'bin'));
  await mkdir(join(root, 'tmp'));
  await chmod(join(root, 'tmp'), 0o1777);
  await cp(join(shell, 'bin', 'busybox'), join(root, 'bin', 'busybox'));
  for (const name of applets) await symlink('busybox', join(root, 'bin', name));
}

async function emptyRoot(name: string): Promise<string> {
  const root = join(IMAGES, 'roots', name);
  await mkdir(root, { recursive: true });
  return root;
}

function write(name: string, reference: string, root: string, config: ImageConfig): Promise<void> {
  return writeImageArchive(join(IMAGES, `${name}.tar`), reference, root, config);
}

import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withBundler } from '../input/bundler.ts';
import { modulePath, PACKAGE_FOLDER } from '../input/package-files.ts';
import { SetupError } from '../input/setup-error.ts';
import { before } from './container-engine.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const MAIN = modulePath('reference-server/main.ts');
const DOCKERFILE = join(PACKAGE_FOLDER, 'reference-server', 'Dockerfile');
/** Enough to fetch the base image over a slow line; a build that hangs prints nothing. */
const BUILD_DEADLINE_MS = 300_000;

/**
 * Builds the image of the reference gateway, from its Dockerfile and its source as one file. The
 * tag is a hash of both, so that an unchanged image is not built again.
 * @returns the tag
 * @throws SetupError
 */
export async function buildReferenceImage(): Promise<string> {
  const { GenericContainer } = await import('testcontainers');
  const program = await bundle();
  const context = await makeTemporaryFolder('image');
  try {
    await copyFile(DOCKERFILE, join(context, 'Dockerfile'));
    await writeFile(join(context, 'server.mjs'), program);
    const tag = await tagOf(program);
    const building = GenericContainer.fromDockerfile(context).build(tag, { deleteOnExit: false });
    await before(BUILD_DEADLINE_MS, building, 'it took longer than 5 min');
    return tag;
  } catch (error) {
    throw new SetupError(
      `The image of the reference gateway could not be built: ${reason(error)}. ` +
        'Its base image must be present or reachable. DEBUG=testcontainers* shows the build.',
    );
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

async function bundle(): Promise<Uint8Array> {
  const { outputFiles } = await withBundler(({ build }) =>
    build({
      entryPoints: [MAIN],
      absWorkingDir: PACKAGE_FOLDER,
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      logLevel: 'silent',
    }),
  );
  const [file] = outputFiles;
  if (file === undefined) throw new SetupError('The reference gateway has no source.');
  return file.contents;
}

async function tagOf(program: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(DOCKERFILE))
    .update(program);
  return `assay-reference:${hash.digest('hex').slice(0, 16)}`;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

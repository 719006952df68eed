import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How a container starts, in the words of the OCI image configuration. */
export interface ImageConfig {
  /** A number for the user, and one for the group, such as `12345:12345`. */
  readonly User: string;
  readonly Entrypoint?: readonly string[];
  readonly Env?: readonly string[];
  readonly WorkingDir?: string;
}

/**
 * Writes an image of one layer, for the processor of this machine, as `docker save` does: containerd
 * imports it. All files belong to root, except those of `home`, which belong to the user of the image.
 * @param reference name and tag, such as `assay-engine:0.1.0`
 * @param root has the files of the image below it
 * @param home a path below the root, such as `home/k6`
 */
export async function writeImageArchive(
  file: string,
  reference: string,
  root: string,
  config: ImageConfig,
  home?: string,
): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'assay-image-'));
  try {
    const layer = join(stage, 'layer.tar');
    const excluded = home === undefined ? [] : [`--exclude=./${home}`];
    await run('tar', ['--owner=0', '--group=0', ...excluded, '-C', root, '-cf', layer, '.']);
    if (home !== undefined) {
      const [user = '', group = ''] = config.User.split(':');
      const owner = [`--owner=${user}`, `--group=${group}`];
      await run('tar', [...owner, '--numeric-owner', '-C', root, '-rf', layer, `./${home}`]);
    }
    const digest = createHash('sha256')
      .update(await readFile(layer))
      .digest('hex');
    const image = {
      os: 'linux',
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      config,
      rootfs: { type: 'layers', diff_ids: [`sha256:${digest}`] },
    };
    const manifest = [{ Config: 'config.json', RepoTags: [reference], Layers: ['layer.tar'] }];
    await writeFile(join(stage, 'config.json'), JSON.stringify(image));
    await writeFile(join(stage, 'manifest.json'), JSON.stringify(manifest));
    await run('tar', ['-C', stage, '-cf', file, 'manifest.json', 'config.json', 'layer.tar']);
  } finally {
    await rm(stage, { recursive: true });
  }
}

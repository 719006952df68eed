import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const run = promisify(execFile);

/** An image for one processor. */
export interface ImageContent {
  /** As OCI and Go call it. */
  readonly processor: 'amd64' | 'arm64';
  /** Has the files of the image below it; all belong to root. */
  readonly root: string;
  /** A path below the root that belongs to the user instead, such as `home/k6`. */
  readonly home?: string;
  readonly config: ImageConfig;
}

/** How a container starts, in the words of the OCI image configuration. */
export interface ImageConfig {
  /** A number for the user, and one for the group, such as `12345:12345`. */
  readonly User: string;
  readonly Entrypoint?: readonly string[];
  readonly Env?: readonly string[];
  readonly WorkingDir?: string;
  readonly Labels?: Readonly<Record<string, string>>;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** All times are this one, so that the same files always make the same image. */
const CREATED = '1970-01-01T00:00:00Z';
const TAR = ['--sort=name', '--mtime=@0', '--numeric-owner', '--format=gnu'];
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Writes an image without an engine of containers, with one variant for each processor: an archive in the
 * OCI image layout, which skopeo and containerd read. `docker load` reads it too, and takes the first variant.
 * @param reference name and tag, such as `assay-engine:0.1.0`
 */
export async function writeImage(
  file: string,
  reference: string,
  [first, ...others]: readonly [ImageContent, ...ImageContent[]],
): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'assay-image-'));
  try {
    const blobs = join(stage, 'layout', 'blobs', 'sha256');
    await mkdir(blobs, { recursive: true });
    const store = new Blobs(blobs);
    const main = await storeImage(store, stage, first);
    const manifests = [main.manifest];
    for (const other of others) manifests.push((await storeImage(store, stage, other)).manifest);
    const files = { ...layout(reference, manifests), ...forDocker(reference, main) };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(stage, 'layout', name), JSON.stringify(content));
    }
    await pack(file, join(stage, 'layout'));
  } finally {
    await rm(stage, { recursive: true });
  }
}

async function storeImage(store: Blobs, stage: string, content: ImageContent) {
  const { processor, root, home, config } = content;
  const tar = join(stage, `${processor}.tar`);
  await pack(tar, root, home, config.User);
  const files = await readFile(tar);
  const layer = await store.add(
    'application/vnd.oci.image.layer.v1.tar+gzip',
    await promisify(gzip)(files, { level: 4 }),
  );
  const configuration = await store.add(
    'application/vnd.oci.image.config.v1+json',
    json({
      created: CREATED,
      os: 'linux',
      architecture: processor,
      config: { ...config, Env: [PATH, ...(config.Env ?? [])] },
      rootfs: { type: 'layers', diff_ids: [digestOf(files)] },
    }),
  );
  const manifest = await store.add(
    'application/vnd.oci.image.manifest.v1+json',
    json({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: configuration,
      layers: [layer],
    }),
  );
  const platform = { os: 'linux', architecture: processor };
  return { manifest: { ...manifest, platform }, configuration, layer };
}

/** The files beside the blobs. */
function layout(reference: string, manifests: readonly Descriptor[]): Record<string, object> {
  const annotations = {
    'io.containerd.image.name': wholeName(reference),
    'org.opencontainers.image.ref.name': reference.slice(reference.lastIndexOf(':') + 1),
  };
  const named = manifests.map((manifest) => ({ ...manifest, annotations }));
  return { 'oci-layout': { imageLayoutVersion: '1.0.0' }, 'index.json': index(named) };
}

/** containerd looks images up by it: a name without a registry is one of Docker's. */
function wholeName(reference: string): string {
  const [first = '', ...rest] = reference.split('/');
  if (rest.length === 0) return `docker.io/library/${reference}`;
  return /[.:]|^localhost$/.test(first) ? reference : `docker.io/${reference}`;
}

function index(manifests: readonly Descriptor[]): object {
  const mediaType = 'application/vnd.oci.image.index.v1+json';
  return { schemaVersion: 2, mediaType, manifests };
}

/** Docker engines up to 24 read nothing else. */
function forDocker(
  reference: string,
  { configuration, layer }: { readonly configuration: Descriptor; readonly layer: Descriptor },
): Record<string, object> {
  const path = ({ digest }: Descriptor) => `blobs/sha256/${digest.replace('sha256:', '')}`;
  return {
    'manifest.json': [
      { Config: path(configuration), RepoTags: [reference], Layers: [path(layer)] },
    ],
  };
}

/** @param home belongs to `user` */
async function pack(file: string, folder: string, home?: string, user = '0:0'): Promise<void> {
  const [uid = '0', gid = uid] = user.split(':');
  const as = (owner: string, group: string) => [...TAR, `--owner=${owner}`, `--group=${group}`];
  const without = home === undefined ? [] : [`--exclude=./${home}`];
  await run('tar', [...as('0', '0'), ...without, '-C', folder, '-cf', file, '.']);
  if (home === undefined) return;
  await run('tar', [...as(uid, gid), '-C', folder, '-rf', file, `./${home}`]);
}

/** Contents by their digest. */
class Blobs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(mediaType: string, content: Buffer): Promise<Descriptor> {
    const digest = digestOf(content);
    await writeFile(join(this.#folder, digest.replace('sha256:', '')), content);
    return { mediaType, digest, size: content.length };
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

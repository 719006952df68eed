import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { writeImage } from '../../scripts/release/engine-image/write-image.ts';

const run = promisify(execFile);
const CONFIG = { User: '12345:12345', Entrypoint: ['k6'] };

const DescriptorSchema = z.object({ digest: z.string(), size: z.int() });
const IndexSchema = z.object({
  manifests: z.array(
    DescriptorSchema.extend({
      platform: z.object({ os: z.literal('linux'), architecture: z.string() }),
      annotations: z.record(z.string(), z.string()),
    }),
  ),
});
const ManifestSchema = z.object({
  config: DescriptorSchema,
  layers: z.tuple([DescriptorSchema]),
});
const ConfigurationSchema = z.object({
  architecture: z.string(),
  config: z.object({ User: z.string(), Entrypoint: z.array(z.string()) }),
  rootfs: z.object({ diff_ids: z.tuple([z.string()]) }),
});

let folder: string;
let layout: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-write-image-'));
  await write('image.tar');
  layout = join(folder, 'layout');
  await mkdir(layout);
  await run('tar', ['-xf', join(folder, 'image.tar'), '-C', layout]);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function write(file: string, reference = 'engine:7'): Promise<void> {
  const contents = (['amd64', 'arm64'] as const).map(async (processor) => {
    const root = join(folder, processor);
    await mkdir(join(root, 'home', 'k6'), { recursive: true });
    await writeFile(join(root, 'program'), `for ${processor}`);
    return { processor, root, home: 'home/k6', config: CONFIG };
  });
  const [first, second] = await Promise.all(contents);
  if (first === undefined || second === undefined) throw new Error('two processors were given');
  await writeImage(join(folder, file), reference, [first, second]);
}

const blob = (digest: string) => readFile(join(layout, 'blobs', 'sha256', digest.slice(7)));
const parsed = async <Value>(schema: z.ZodType<Value>, content: Promise<Buffer>): Promise<Value> =>
  schema.parse(JSON.parse((await content).toString()));
const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function listed() {
  const index = await parsed(IndexSchema, readFile(join(layout, 'index.json')));
  return index.manifests;
}

test('write image: each content has its digest as its name', async () => {
  const names = await readdir(join(layout, 'blobs', 'sha256'));
  expect(names).toHaveLength(6);
  for (const name of names) expect(digestOf(await blob(`sha256:${name}`))).toBe(name);
});

test('write image: the index has the sizes, the processors and the name by which containerd finds it', async () => {
  const all = await listed();
  expect(all.map(({ platform }) => platform.architecture)).toEqual(['amd64', 'arm64']);
  for (const { digest, size, annotations } of all) {
    expect((await blob(digest)).length).toBe(size);
    expect(annotations['io.containerd.image.name']).toBe('docker.io/library/engine:7');
  }
});

test.each([
  ['registry.example/engine:7', 'registry.example/engine:7', '7'],
  ['localhost:5000/engine:8', 'localhost:5000/engine:8', '8'],
  ['team/engine:9', 'docker.io/team/engine:9', '9'],
])('write image: containerd finds %s as %s', async (reference, name, tag) => {
  await write('named.tar', reference);
  const { stdout } = await run('tar', ['-xOf', join(folder, 'named.tar'), './index.json']);
  const { manifests } = IndexSchema.parse(JSON.parse(stdout));
  expect(manifests[0]?.annotations).toMatchObject({
    'io.containerd.image.name': name,
    'org.opencontainers.image.ref.name': tag,
  });
});

test('write image: each processor has its own files, and the digest of its layer before compression', async () => {
  for (const { digest, platform } of await listed()) {
    const { config, layers } = await parsed(ManifestSchema, blob(digest));
    const configuration = await parsed(ConfigurationSchema, blob(config.digest));
    expect(configuration).toMatchObject({ architecture: platform.architecture, config: CONFIG });
    const files = gunzipSync(await blob(layers[0].digest));
    expect(configuration.rootfs.diff_ids).toEqual([`sha256:${digestOf(files)}`]);
    expect(files.toString('latin1')).toContain(`for ${platform.architecture}`);
  }
});

test('write image: only the home belongs to the user', async () => {
  const [first] = await listed();
  const { layers } = await parsed(ManifestSchema, blob(first?.digest ?? ''));
  const layer = join(folder, 'layer.tar');
  await writeFile(layer, gunzipSync(await blob(layers[0].digest)));
  const { stdout } = await run('tar', ['--numeric-owner', '-tvf', layer]);
  const owners = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .map((fields) => [fields.at(-1), fields[1]]);
  expect(owners).toEqual([
    ['./', '0/0'],
    ['./home/', '0/0'],
    ['./program', '0/0'],
    ['./home/k6/', '12345/12345'],
  ]);
});

test('write image: docker load finds the image of the first processor', async () => {
  const schema = z.tuple([
    z.object({ Config: z.string(), RepoTags: z.array(z.string()), Layers: z.array(z.string()) }),
  ]);
  const [entry] = await parsed(schema, readFile(join(layout, 'manifest.json')));
  expect(entry.RepoTags).toEqual(['engine:7']);
  const [first] = await listed();
  const { config, layers } = await parsed(ManifestSchema, blob(first?.digest ?? ''));
  expect([entry.Config, ...entry.Layers].map((path) => path.split('/').at(-1))).toEqual(
    [config, ...layers].map(({ digest }) => digest.slice(7)),
  );
});

test('write image: the same files make the same image', async () => {
  await utimes(join(folder, 'amd64'), 1e9, 1e9);
  await write('again.tar');
  const [once, again] = await Promise.all(
    ['image.tar', 'again.tar'].map((name) => readFile(join(folder, name))),
  );
  expect(again).toEqual(once);
});

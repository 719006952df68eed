import { chmod, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  refuseSharedOutput,
  requireOutputs,
  segmentsOf,
} from '../../../src/commands/run/run-load.ts';
import { inspectEngine, noteChecksum } from '../../../src/load/engine/build-engine.ts';
import { enginePackage, findEngine, packagedEngine } from '../../../src/load/engine/find-engine.ts';
import { listK6Outputs } from '../../../src/load/engine/k6-outputs.ts';
import { inheritedSettings } from '../../../src/load/engine/process.ts';
import { folderOfTest } from '../../support/test-folder.ts';

const MIB = 2 ** 20;

test('engine: its checksum is verified without its size in memory', async () => {
  const folder = await folderOfTest('checksum');
  const binary = join(folder, 'engine');
  await writeFile(binary, 'engine', { mode: 0o755 });
  await truncate(binary, 64 * MIB);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 1);
  await noteChecksum(binary, binary);
  clearInterval(watching);
  expect(most).toBeLessThan(16 * MIB);
  expect(await inspectEngine(binary)).toBe('whole');
  await truncate(binary, 64 * MIB - 1);
  expect(await inspectEngine(binary)).toBe('damaged');
});

const NAME = enginePackage(process.platform, process.arch);

/** An installed Assay of version 1.2.3. @returns its folder, and that of all packages */
async function installed(): Promise<{ assay: string; modules: string }> {
  const root = await folderOfTest('engine-package');
  const modules = join(root, 'node_modules');
  const assay = join(modules, 'assay');
  await addPackage(assay, '1.2.3');
  return { assay, modules };
}

async function addPackage(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
}

test('without an engine package for this platform there is none', async () => {
  const { assay, modules } = await installed();
  await addPackage(join(modules, '@assay', 'engine-plan9-x64'), '1.2.3');
  expect(await packagedEngine(assay)).toBeUndefined();
});

test('an engine package is found beside Assay and below it', async () => {
  for (const place of ['beside', 'below']) {
    const { assay, modules } = await installed();
    const home = place === 'beside' ? join(modules, NAME) : join(assay, 'node_modules', NAME);
    await addPackage(home, '1.2.3');
    expect(await packagedEngine(assay)).toBe(join(home, 'engine'));
  }
});

test('an engine package of another version is refused with the version to install', async () => {
  const { assay, modules } = await installed();
  await addPackage(join(modules, NAME), '1.2.4');
  await expect(packagedEngine(assay)).rejects.toThrow(
    `The load engine belongs to another version: ${NAME} is 1.2.4, Assay is 1.2.3. Install the engine package of 1.2.3.`,
  );
});

test('engine: on Windows a load is refused with what to do instead, even with an engine at hand', async () => {
  const options = { platform: 'win32', env: { ASSAY_ENGINE: process.execPath } } as const;
  await expect(findEngine(options)).rejects.toThrow(
    'A load cannot run on Windows: the load engine needs a Unix socket. Run Assay in WSL or in a container;',
  );
});

test.each([
  ['nothing', {}, {}],
  ['an empty authority', { NODE_EXTRA_CA_CERTS: '' }, {}],
  ['an authority for Node', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, { SSL_CERT_FILE: '/ca.pem' }],
  [
    'an authority of its own',
    { NODE_EXTRA_CA_CERTS: '/ca.pem', SSL_CERT_FILE: '/own.pem' },
    { SSL_CERT_FILE: '/own.pem' },
  ],
  [
    'a key',
    { ASSAY_API_KEY: 'k', K6_OUT: 'json=x', PATH: '/bin' },
    { K6_OUT: 'json=x', PATH: '/bin' },
  ],
])('engine: it inherits what it needs of an environment with %s', (_, environment, inherited) => {
  expect(inheritedSettings(environment)).toEqual(inherited);
});

const LIST = "invalid output type 'x', available types are: assay-tap, json, xk6-kafka";

test('outputs: an engine has those that it lists, without the tap', async () => {
  expect(await listK6Outputs(await stub(`echo "${LIST}" >&2; exit 255`))).toEqual([
    'json',
    'xk6-kafka',
  ]);
});

test('outputs: one that only a custom engine has is accepted', async () => {
  const engine = await stub(`echo "${LIST}" >&2; exit 255`);
  await expect(requireOutputs(engine, ['xk6-kafka=topic'])).resolves.toBeUndefined();
  await expect(requireOutputs(engine, ['xk6-kafak=topic'])).rejects.toThrow(
    'Unknown output of k6: xk6-kafak in --k6-out. Did you mean xk6-kafka? Outputs of the engine: json, xk6-kafka.',
  );
});

test('outputs: an engine that does not list its outputs may be given any output', async () => {
  const engine = await stub('echo "cannot do that" >&2; exit 1');
  expect(await listK6Outputs(engine)).toBeUndefined();
  await expect(requireOutputs(engine, ['anything'])).resolves.toBeUndefined();
});

async function stub(script: string): Promise<string> {
  const folder = await folderOfTest('outputs');
  const path = join(folder, 'engine');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test.each([
  ['100 requests in flight', {}, [], 100, 1],
  ['500 requests in flight', {}, [], 500, 1],
  ['2000 requests in flight', {}, ['opentelemetry'], 2000, 4],
  ['a million requests in flight', {}, [], 1_000_000, 64],
  ['the number that the user names', { segments: 1 }, [], 2000, 1],
  ['a recording, of which each engine writes a file', { record: 'run.rec' }, [], 2000, 4],
  ['an output in one file', {}, ['json=samples.json'], 2000, 1],
])('segments: %s', (_case, options, outputs, inFlight, engines) => {
  expect(segmentsOf(options, outputs, inFlight)).toBe(engines);
});

test.each([
  ['one on two cores', 64, 2, 1],
  ['one for each four cores', 64, 16, 4],
  ['one for each 500 in flight, where that is more', 4000, 16, 8],
  ['one for each request in flight at most', 3, 64, 3],
])('segments: auto is %s', (_case, inFlight, cores, engines) => {
  expect(segmentsOf({ segments: 'auto' }, [], inFlight, cores)).toBe(engines);
});

test('segments: auto is one where an output goes to one file', () => {
  const options = { segments: 'auto', k6Out: ['json=x.json'] } as const;
  expect(() => refuseSharedOutput(options)).not.toThrow();
  expect(segmentsOf(options, options.k6Out, 4000, 16)).toBe(1);
});

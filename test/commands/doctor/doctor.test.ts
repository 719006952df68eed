import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { diskCheck, filesCheck, nodeCheck } from '../../../src/commands/doctor/machine-checks.ts';
import { assay } from '../../support/assay-in-process.ts';
import { loopbackServer } from '../../support/loopback-server.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { inFrontOf, without } from '../../support/without-operation.ts';

const ChecksSchema = z.array(
  z.object({
    what: z.string(),
    state: z.enum(['ok', 'warning', 'problem']),
    found: z.string().min(1),
    remedy: z.string().min(1).optional(),
  }),
);

async function examined(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const run = await assay(['doctor', '--json', ...args], { env });
  const checks = ChecksSchema.parse(JSON.parse(run.stdout));
  const of = (what: string) => checks.find((check) => check.what === what);
  return { ...run, checks, of };
}

async function gateway() {
  const { address, keys } = await startReference();
  return { address, key: keys.first };
}

test('assay doctor: each check that is not ok has a remedy', async () => {
  const { checks } = await examined([]);
  for (const { what, state, remedy } of checks) {
    if (state !== 'ok') expect(remedy, what).toBeDefined();
  }
  expect(checks.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Node', 'engine', 'Go', 'Docker', 'ports', 'open files', 'disk']),
  );
});

test('assay doctor: a target that responds and accepts the key is ok', async () => {
  const { address, key } = await gateway();
  const { of, stdout } = await examined(['--target', address], { ASSAY_API_KEY: key });
  expect(of('target')).toMatchObject({ state: 'ok' });
  expect(of('API key')).toMatchObject({ state: 'ok', found: expect.stringMatching(/^accepted/) });
  expect(stdout).not.toContain(key);
});

test('assay doctor: a refused key is a problem, exit code 3, and not shown', async () => {
  const { address } = await gateway();
  const key = 'test_live_0123456789abcdef';
  const { of, code, stdout, stderr } = await examined(['--target', address], {
    ASSAY_API_KEY: key,
  });
  expect(of('target')).toMatchObject({
    state: 'problem',
    found: `Target refused the API key: ${address} returned 401.`,
    remedy: expect.stringMatching(/^Check ASSAY_API_KEY\./),
  });
  expect(of('API key')).toBeUndefined();
  expect(code).toBe(3);
  expect(stdout + stderr).not.toContain(key);
});

test.each([
  ['an unreachable target', ['--target', 'http://127.0.0.1:9'], /refused the connection/, 2],
  ['a missing configuration', ['--config', 'no-such.yaml'], /^Cannot read no-such\.yaml\./, 3],
])('assay doctor: %s is one problem beside the other checks', async (_, args, found, exitCode) => {
  const { of, checks, code } = await examined(args, { ASSAY_API_KEY: 'test_live_0123456789' });
  expect(of('target')).toMatchObject({ state: 'problem', found: expect.stringMatching(found) });
  expect(checks.length).toBeGreaterThan(5);
  expect(code).toBe(exitCode);
});

/** The base address of a server that returns an HTML page for every path. */
async function htmlPage(): Promise<{ address: string; key: string }> {
  const host = await loopbackServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Console</title>');
  });
  return { address: `http://${host}`, key: 'test_live_0123456789' };
}

test.each([
  ['a wrong path', gateway, '/wrong'],
  ['an HTML page', htmlPage, ''],
])('assay doctor: a target with %s is a problem, as for a gate', async (_, open, path) => {
  const { address, key } = await open();
  const target = `${address}${path}`;
  const env = { ASSAY_API_KEY: key };
  const { of, code } = await examined(['--target', target], env);
  expect(of('target')).toMatchObject({
    state: 'problem',
    found: `Target offers no operation of this run: ${target}.`,
  });
  expect(of('API key')).toBeUndefined();
  const text = await assay(['doctor', '--target', target], { env });
  expect(text.stdout).toMatch(/^ +chat: POST .*\/chat\/completions returned/m);
  const gate = await assay(['conform', '--target', target, '--area', 'chat', '--yes'], { env });
  expect(gate.stderr).toContain(`Target offers no operation of this run: ${target}.`);
  expect(code).toBe(gate.code);
  expect(code).toBe(3);
});

test('assay doctor: it sends nothing that a gateway bills', async () => {
  const { address, key } = await gateway();
  await examined(['--target', address], { ASSAY_API_KEY: key });
  const headers = { authorization: `Bearer ${key}` };
  const ledger = await fetch(`${address}/__effects`, { headers });
  expect(await ledger.json()).toMatchObject({ effects: 0 });
});

test('assay doctor: an operation that the configuration promises and the target does not offer is a problem', async () => {
  const server = createReferenceServer();
  const { address } = await server.listen();
  const front = await inFrontOf(address, without('POST /images'));
  const folder = await mkdtemp(join(tmpdir(), 'assay-doctor-'));
  onTestFinished(async () => {
    await front.close();
    await server.close(0);
    await rm(folder, { recursive: true });
  });
  const config = join(folder, 'assay.yaml');
  await writeFile(
    config,
    `target: ${front.address}\noperations: [{ operation: images, value: offered, reason: sold }]\n`,
  );
  const { of, code } = await examined(['--config', config], { ASSAY_API_KEY: server.keys[0] });
  expect(of('operations')).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/offered: images$/),
  });
  expect(code).toBe(1);
});

test('assay doctor: clocks that differ are a warning', async () => {
  const host = await loopbackServer((_, response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
    response.writeHead(400).end();
  });
  const { of } = await examined(['--target', `http://${host}`], {
    ASSAY_API_KEY: 'test_live_0123456789',
  });
  expect(of('clocks')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('60 min'),
  });
  expect(of('API key')).toMatchObject({ state: 'warning' });
});

test('assay doctor: without Go and without an engine both are problems', async () => {
  const { of, code } = await examined([], { PATH: '/nowhere', ASSAY_ENGINE: '' });
  expect(of('Go')).toMatchObject({
    state: 'problem',
    remedy: expect.stringContaining('Install Go'),
  });
  expect(code).toBe(3);
});

test('assay doctor: the text says what is not ok, and how many problems there are', async () => {
  const run = await assay(['doctor', '--config', 'no-such.yaml']);
  expect(run.stdout).toMatch(/^✗ target +Cannot read no-such\.yaml\.\n/m);
  expect(run.stdout).toMatch(/\n\nNot ready\. Problems: \d\./);
});

test.each([
  ['v22.1.0', 'problem'],
  ['v24.0.0', 'ok'],
  ['v25.1.0', 'ok'],
])('doctor: Node %s is %s', (version, state) => {
  expect(nodeCheck(version).state).toBe(state);
});

test.each([
  [64, 'problem'],
  [1024, 'warning'],
  [65_536, 'ok'],
  ['unlimited', 'ok'],
])('doctor: a limit of %s open files is %s', (soft, state) => {
  expect(filesCheck({ userLimits: { open_files: { soft } } }).state).toBe(state);
});

test('doctor: a system without that limit is ok', () => {
  expect(filesCheck({})).toMatchObject({ state: 'ok', found: 'limit unknown' });
});

test('doctor: a folder that cannot be written is a problem', async () => {
  expect(await diskCheck('/proc/1')).toMatchObject({
    state: 'problem',
    remedy: 'Name another folder with --out.',
  });
});

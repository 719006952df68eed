import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { BuiltImage } from '../../../scripts/release/engine-image/build.ts';
import { writeWithoutDocker } from '../../../scripts/release/engine-image/write-without-docker.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { findContainerEngine } from '../../../src/target/container-engine.ts';
import { assay } from '../../support/assay-in-process.ts';

/** A name of its own: another run on this machine loads another. */
const NAME = { name: `assay-engine-test-${process.pid}`, version: '1' };
const IMAGE = `${NAME.name}:${NAME.version}`;
const PROCESSOR = process.arch === 'arm64' ? 'arm64' : 'amd64';
const LIMIT_BYTES = 100e6;

const InspectedSchema = z.tuple([
  z.object({ Size: z.number(), Architecture: z.string(), Config: z.object({ User: z.string() }) }),
]);
const ConfigMapSchema = z.object({ data: z.object({ 'scenario.js': z.string() }) });

const run = promisify(execFile);
let missing: string | undefined;
let folder: string;
let built: readonly BuiltImage[];

beforeAll(async () => {
  try {
    await findContainerEngine();
    await run('apt-get', ['--version']);
  } catch (error) {
    missing = String(error);
    return;
  }
  folder = await mkdtemp(join(tmpdir(), 'assay-engine-image-'));
  // Written by a user that has only a number.
  await chmod(folder, 0o777);
  built = await writeWithoutDocker(NAME, [PROCESSOR], folder, () => {});
  await run('docker', ['load', '--input', join(folder, `${NAME.name}-1.oci.tar`)]);
}, 300_000);

beforeEach(({ skip }) => {
  if (missing !== undefined) skip(missing);
});

afterAll(async () => {
  if (missing !== undefined) return;
  await run('docker', ['image', 'rm', '--force', IMAGE]);
  await rm(folder, { recursive: true });
});

/** Runs a command in a container as pod security `restricted` has it, with the folder at `/recordings`. */
async function inContainer(options: readonly string[], command: readonly string[]) {
  const confined = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  const mounts = ['--tmpfs=/tmp', `--volume=${folder}:/recordings`];
  const whole = ['run', '--rm', ...confined, ...mounts, ...options, ...command];
  return (await run('docker', whole)).stdout;
}

test('engine image: its entry point is the engine, which says what is built in', async () => {
  const out = await inContainer(['--network=none'], [IMAGE, 'version']);
  expect(out).toContain('k6/x/gateway');
});

test('engine image: its user is a number and no root, and it stays below 100 MB', async () => {
  const { stdout } = await run('docker', ['image', 'inspect', IMAGE]);
  const [{ Size, Architecture, Config }] = InspectedSchema.parse(JSON.parse(stdout));
  expect([Architecture, Config.User]).toEqual([PROCESSOR, '12345:12345']);
  expect(Size).toBeGreaterThan(40e6);
  expect(Size).toBeLessThan(LIMIT_BYTES);
});

test('engine image: it contains the authorities that sign certificates, and no others of this machine', async () => {
  const script = 'grep -c BEGIN.CERTIFICATE /etc/ssl/certs/ca-certificates.crt; id -u; pwd';
  const out = await inContainer(['--network=none', '--entrypoint=sh'], [IMAGE, '-c', script]);
  const [authorities, user, home] = out.split('\n');
  expect(Number(authorities)).toBeGreaterThan(100);
  expect([user, home]).toEqual(['12345', '/home/k6']);
});

test('engine image: its bill of materials lists k6, Go and the packages of the system', () => {
  const purls = z
    .object({ components: z.array(z.object({ purl: z.string() })) })
    .parse(built[0]?.sbom)
    .components.map(({ purl }) => purl);
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:golang\/go\.k6\.io\/k6\/v2@v2\./));
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:golang\/stdlib@1\./));
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:deb\/debian\/ca-certificates@\d/));
  expect(new Set(purls).size).toBe(purls.length);
});

test('engine image: the script of a TestRun is prepared as the operator does it, runs, and is judged', async () => {
  const server = createReferenceServer();
  const { address } = await server.listen();
  try {
    const flags = ['--scenario', 'chat-stream', '--profile', 'reference', '--duration', '1s'];
    const rate = ['--arrival-rate', '20/s', '--arrivals', 'constant'];
    const emit = ['load', '--emit', 'k6-operator', '--target', address, ...flags, ...rate];
    const emitted = parseAllDocuments((await assay(emit)).stdout);
    const { data } = ConfigMapSchema.parse(emitted[0]?.toJS());
    await writeFile(join(folder, 'scenario.js'), data['scenario.js']);
    const prepare =
      'mkdir -p "$(dirname /tmp/run/scenario.tar)" && k6 archive /recordings/scenario.js -O /tmp/run/scenario.tar 2>/tmp/log && k6 inspect --execution-requirements /tmp/run/scenario.tar && ! grep level.*error /tmp/log';
    const prepared = await inContainer(
      ['--network=none', '--entrypoint=sh'],
      [IMAGE, '-c', prepare],
    );
    expect(JSON.parse(prepared)).toMatchObject({ maxVUs: expect.any(Number) });
    const recording = '--env=ASSAY_RECORD=/recordings/pod.rec';
    await inContainer(
      ['--network=host', `--env=ASSAY_API_KEY=${server.keys[0]}`, recording],
      [IMAGE, 'run', '--quiet', '--summary-mode=disabled', '/recordings/scenario.js'],
    );
    const judged = await assay(['judge', join(folder, 'pod.rec'), '--json'], { cwd: folder });
    const report = RunReportSchema.parse(JSON.parse(judged.stdout));
    expect(report.load).toMatchObject({ exchanges: 20, judgedExchanges: 20 });
  } finally {
    await server.close(0);
  }
});

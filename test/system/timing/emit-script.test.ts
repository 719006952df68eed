import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer } from '../../../reference-server/server.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { noncesIn } from '../../../src/exchange/upstream/nonces.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { readRecording } from '../../load/recording/read-recording.ts';
import { assay } from '../../support/assay-in-process.ts';
import { testFolder } from '../../support/test-folder.ts';
import { asked } from '../load/load-run.ts';
import { dashboardData } from '../support/dashboard-data.ts';

const folder = await testFolder('emit');
let engine = '';
const servers: ReferenceServer[] = [];

beforeAll(async () => {
  engine = await findEngine();
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

/** Runs a script by hand, as docs/reference/scenarios.md says, and records it. */
async function recorded({ script, key }: Emitted, ...flags: readonly string[]): Promise<string> {
  const recording = `${script}-${Math.random()}.rec`;
  const env = { ...process.env, ASSAY_API_KEY: key, ASSAY_RECORD: recording };
  const run = ['run', '--quiet', ...flags, script];
  const { stderr } = await promisify(execFile)(engine, run, { env, cwd: folder });
  // An exception in an iteration appears only here: the engine still exits with 0.
  expect(stderr).toBe('');
  return recording;
}

async function byHand(emission: Emitted): Promise<Exchange[]> {
  return [...readRecording(await recorded(emission))].flatMap((frame) =>
    frame.type === 'exchange' ? [frame.exchange] : [],
  );
}

interface Emitted {
  readonly script: string;
  readonly key: string;
}

async function emitted(...flags: readonly string[]): Promise<Emitted> {
  const server = createReferenceServer();
  servers.push(server);
  const { address } = await server.listen();
  const what = ['load', '--emit', 'script', '--target', address, '--profile', 'reference'];
  const load = ['--arrivals', 'constant', '--arrival-rate', '10/s', '--duration', '1s', ...flags];
  const { code, stdout, stderr } = await assay([...what, ...load], { cwd: folder });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const script = join(folder, `load-${Math.random()}.js`);
  await writeFile(script, stdout);
  return { script, key: server.keys[0] };
}

test.concurrent('emit: the script sends the load without Assay, with new words each time', async () => {
  const emission = await emitted('--scenario', 'chat-session');
  const [first, second] = await Promise.all([byHand(emission), byHand(emission)]);
  for (const exchanges of [first, second]) {
    expect(exchanges.length).toBeGreaterThanOrEqual(9 * 4);
    for (const { answer } of exchanges) expect(answer?.status).toBe(200);
  }
  const words = (exchanges: readonly Exchange[]) =>
    new Set(exchanges.flatMap((exchange) => [...noncesIn(asked(exchange))]));
  expect(words(first).intersection(words(second)).size).toBe(0);
});

test.concurrent('emit: the mix, which has every scenario, runs by hand as it does in Assay', async () => {
  const exchanges = await byHand(
    await emitted('--scenario', 'mixed', '--arrival-rate', '40/s', '--seed', '1'),
  );
  const outcomes = new Set(exchanges.map(({ outcome }) => outcome));
  expect(outcomes.isSubsetOf(new Set(['answered', 'aborted']))).toBe(true);
  expect(new Set(exchanges.map(({ operation }) => operation)).size).toBeGreaterThan(3);
});

test.concurrent('emit: outputs of k6 in a manual run do not contain a key', async () => {
  const emission = await emitted('--scenario', 'chat-stream', '--duration', '3s');
  const outputs = [
    'json=hand.json',
    'csv=hand.csv',
    'web-dashboard=port=-1&period=1s&export=hand.html',
  ];
  await recorded(emission, ...outputs.flatMap((output) => ['--out', output]));
  for (const file of ['hand.json', 'hand.csv', 'hand.html']) {
    const text = await readFile(join(folder, file), 'utf8');
    expect(file.endsWith('html') ? dashboardData(text) : text).toContain('gw_ttft');
    for (const said of [text, dashboardData(text)]) expect(said).not.toContain(emission.key);
  }
});

test.concurrent('emit: the recording of the script describes its run, and is judged accordingly', async () => {
  const recording = await recorded(await emitted('--scenario', 'images'));
  const { code, stdout } = await assay(['judge', recording, '--json'], { cwd: folder });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'pass',
    profile: { name: 'reference' },
    target: { kind: 'remote' },
    load: {
      scenario: 'images',
      arrivalRate: { offered: 10 },
      operations: { images: { errors: {} } },
    },
  });
});

test.concurrent('emit: the recordings of two engines make one run', async () => {
  const emission = await emitted('--scenario', 'chat', '--duration', '2s');
  const halves = await Promise.all(
    ['0:1/2', '1/2:1'].map((half) =>
      recorded(emission, '--execution-segment', half, '--execution-segment-sequence', '0,1/2,1'),
    ),
  );
  const whole = await assay(['judge', ...halves, '--json'], { cwd: folder });
  expect(JSON.parse(whole.stdout)).toMatchObject({
    outcome: 'pass',
    partial: false,
    load: { arrivalRate: { offered: 10, started: 10 } },
  });
});

test.concurrent('emit: a custom scenario is in the script, with the bundled parts that it imports', async () => {
  await writeFile(join(folder, 'mine.ts'), MINE);
  const exchanges = await byHand(await emitted('--scenario', './mine.ts'));
  expect(exchanges.length).toBeGreaterThanOrEqual(9);
  for (const exchange of exchanges) {
    expect(exchange).toMatchObject({ sender: 'mine', operation: 'chat', outcome: 'answered' });
  }
});

/** The example of docs/reference/scenarios.md. */
const MINE = `
/** Chats that stream, each under a key of its own. */
import { send } from 'assay/scenarios/lib/gateway.ts';
import { iteration } from 'assay/scenarios/lib/iteration.ts';
import { chatRequest } from 'assay/scenarios/lib/requests.ts';

export { options } from 'assay/scenarios/lib/workload.ts';

export default () => {
  const turn = iteration();
  send({ ...chatRequest(turn, true), idempotencyKey: turn.word() });
};
`;

test.concurrent('emit: a script contains neither a key nor a path of this machine, and is read without variables', async () => {
  const { script } = await emitted('--scenario', 'mixed');
  // As the initializer of the k6 operator reads it.
  const inspect = ['inspect', '--execution-requirements', script];
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout } = await promisify(execFile)(engine, inspect, { env });
  expect(JSON.parse(stdout)).toMatchObject({ maxVUs: expect.any(Number) });
  const text = await readFile(script, 'utf8');
  expect(text).toContain('chat-session');
  expect(text).not.toMatch(/_live_/);
  expect(text).not.toContain('scenarios/');
});

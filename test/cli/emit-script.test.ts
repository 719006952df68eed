import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/server.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { noncesIn } from '../../src/exchange/nonce.ts';
import { findEngine } from '../../src/load/engine-binary.ts';
import { readRecording } from '../../src/load/recording.ts';
import { asked } from '../load/load-run.ts';
import { assay } from './run-assay.ts';

let folder = '';
let engine = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-emit-'));
  engine = await findEngine();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs a script by hand, as docs/scenarios.md says, and reads what it recorded. */
async function byHand(script: string, key: string): Promise<Exchange[]> {
  const recording = `${script}-${Math.random()}.rec`;
  const env = { ...process.env, ASSAY_API_KEY: key, ASSAY_RECORD: recording };
  await promisify(execFile)(engine, ['run', '--quiet', script], { env, cwd: folder });
  return [...readRecording(recording)].flatMap((frame) =>
    frame.type === 'exchange' ? [frame.exchange] : [],
  );
}

async function emitted(...flags: readonly string[]): Promise<{ script: string; key: string }> {
  const server = createReferenceServer();
  onTestFinished(() => server.close());
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

test('emit: the script sends the load by itself, with words of its own each time', async () => {
  const { script, key } = await emitted('--scenario', 'chat-session');
  const [first, second] = await Promise.all([byHand(script, key), byHand(script, key)]);
  for (const exchanges of [first, second]) {
    expect(exchanges.length).toBeGreaterThanOrEqual(9 * 4);
    for (const { answer } of exchanges) expect(answer?.status).toBe(200);
  }
  const words = (exchanges: readonly Exchange[]) =>
    new Set(exchanges.flatMap((exchange) => [...noncesIn(asked(exchange))]));
  expect(words(first).intersection(words(second)).size).toBe(0);
});

test("emit: a scenario of a user's own is in the script, with the parts of ours", async () => {
  await writeFile(join(folder, 'mine.ts'), MINE);
  const { script, key } = await emitted('--scenario', './mine.ts');
  const exchanges = await byHand(script, key);
  expect(exchanges.length).toBeGreaterThanOrEqual(9);
  for (const exchange of exchanges) {
    expect(exchange).toMatchObject({ sender: 'mine', operation: 'chat', outcome: 'answered' });
  }
});

/** The example of docs/scenarios.md. */
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

test('emit: a script holds neither a key nor a path of this machine', async () => {
  const { script } = await emitted('--scenario', 'mixed');
  const text = await readFile(script, 'utf8');
  expect(text).toContain('chatSession');
  expect(text).not.toMatch(/_live_/);
  expect(text).not.toContain('scenarios/');
});

test('emit: a gateway that lives as long as a run is refused with the remedy', async () => {
  const { code, stdout, stderr } = await assay(['load', '--emit', 'script'], { cwd: folder });
  expect(stdout).toBe('');
  expect(stderr).toContain('embedded is not. Give its address with --target.');
  expect(code).toBe(3);
});

test('emit: anything but a script is refused by its name', async () => {
  const { code, stderr } = await assay(['load', '--emit', 'scirpt'], { cwd: folder });
  expect(stderr).toMatch(/--emit.*'scirpt'.*Allowed choices are script/);
  expect(code).toBe(3);
});

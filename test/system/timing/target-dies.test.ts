import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assay as assayHere } from '../../support/assay-in-process.ts';
import { REFERENCE_SERVER } from '../../support/programs/package-paths.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('dies');
const gateways: ChildProcess[] = [];

afterAll(async () => {
  for (const gateway of gateways) gateway.kill('SIGKILL');
});

/** A reference gateway in a separate process that can be killed or frozen. */
async function mortal(...options: readonly string[]) {
  const child = spawn(process.execPath, [REFERENCE_SERVER, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  gateways.push(child);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    if (/ASSAY_API_KEY_2=\S+\n/.test(text)) break;
  }
  const address = /base address (\S+)/.exec(text)?.[1] ?? '';
  const env = Object.fromEntries(
    [...text.matchAll(/^(?:export )?(ASSAY_API_KEY\w*)=(\S+)$/gm)].map(([, name, key]) => [
      name,
      key,
    ]),
  );
  return { address, env, signal: (name: NodeJS.Signals) => child.kill(name) };
}

/** The first line of progress with a count, of iterations where the load is judged after it: its begin depends on the machine. */
const UNDER_WAY = / [1-9]\d* (?:requests|iterations)/;

/** Streams of a second. */
const SLOW_STREAMS = ['--tokens', '20', '--itl', '50ms'];

interface Order {
  readonly gateway: Awaited<ReturnType<typeof mortal>>;
  readonly args: readonly string[];
  /** A signal to the gateway, `ms` after stderr has matched `after`. */
  readonly blow?: { readonly signal: NodeJS.Signals; readonly after: RegExp; readonly ms: number };
}

/** Runs `assay` against a gateway that receives a signal during the run. */
async function struck({ gateway, args, blow }: Order) {
  const out = await mkdtemp(join(folder, 'out-'));
  let done = blow === undefined;
  const run = await assay([...args, '--target', gateway.address, '--out', out], {
    env: gateway.env,
    onStderr(text) {
      if (done || blow?.after.test(text) !== true) return;
      done = true;
      setTimeout(() => gateway.signal(blow.signal), blow.ms);
    },
  });
  return { run, report: await reportIn(out) };
}

async function judged(recording: string) {
  const out = await mkdtemp(join(folder, 'judged-'));
  const run = await assayHere(['judge', recording, '--out', out]);
  return { run, report: await reportIn(out) };
}

test.concurrent('load: a target killed in the middle of its responses is gone and has broken no rule', async () => {
  const recording = join(folder, 'killed.rec');
  const gateway = await mortal(...SLOW_STREAMS);
  const load = ['load', '--scenario', 'chat-stream', '--arrival-rate', '40/s'];
  const { run, report } = await struck({
    gateway,
    args: [...load, '--duration', '7s', '--judge', 'after', '--record', recording, '--verbose'],
    blow: { signal: 'SIGKILL', after: UNDER_WAY, ms: 0 },
  });
  expect(report.reasons[0]).toContain(`The target no longer responds: ${gateway.address}. No byte`);
  expect(report.load?.violations).toEqual([]);
  expect(report.load?.brokenOff?.exchanges).toBeGreaterThan(5);
  expect(report.slo.map(({ met, reason }) => ({ met, reason }))).toEqual([
    { met: null, reason: 'the target no longer responded' },
  ]);
  expect(report).toMatchObject({ partial: true, outcome: 'inconclusive', exitCode: 2 });
  expect(run.stdout.replace(/\s+/g, ' ')).toContain(
    'Not checked, because they broke off and no later request was answered:',
  );
  expect(run.code, run.stderr).toBe(2);

  const again = await judged(recording);
  expect(again.report.load?.brokenOff).toEqual(report.load?.brokenOff);
  expect(again.report.load?.violations).toEqual([]);
  expect(again.run.code).toBe(2);
});

test.concurrent('load: a target that freezes is unresponsive, and the generator kept up', async () => {
  const recording = join(folder, 'frozen.rec');
  const gateway = await mortal(...SLOW_STREAMS);
  const rate = ['--arrival-rate', '40/s', '--duration', '7s'];
  const load = ['load', '--scenario', 'chat-stream', ...rate];
  const { run, report } = await struck({
    gateway,
    args: [...load, '--in-flight', '70', '--record', recording],
    blow: { signal: 'SIGSTOP', after: UNDER_WAY, ms: 0 },
  });
  const [reason = '', ...others] = report.reasons;
  expect(reason).toContain(`The target no longer responds: ${gateway.address}.`);
  const sinceS = Number(/No byte arrived after ([\d.]+) s of the load/.exec(reason)?.[1]);
  expect(sinceS).toBeGreaterThan(0.5);
  expect(sinceS).toBeLessThan(7);
  expect(reason).toMatch(/ \d+ requests had no response .* \d+ arrivals could not start/);
  expect(others).toEqual([
    'Objective could not be judged: all errors <= 0% (the target no longer responded).',
  ]);
  expect(report.load?.health).toMatchObject({ healthy: true });
  expect(report.load?.health.notStarted).toBeGreaterThan(0);
  expect(run.stdout).not.toContain('could not keep up');
  expect(report.load?.violations).toEqual([]);
  expect(report).toMatchObject({ partial: true, outcome: 'inconclusive', exitCode: 2 });
  expect(run.code, run.stderr).toBe(2);

  const again = await judged(recording);
  expect(again.report.reasons).toEqual(report.reasons);
  expect(again.run.code).toBe(2);
});

test.concurrent('load: a target that freezes before its effects are counted does not delay the end', async () => {
  const gateway = await mortal();
  const load = ['load', '--scenario', 'idempotent-retry', '--arrival-rate', '10/s'];
  const startedMs = performance.now();
  const { report } = await struck({
    gateway,
    args: [...load, '--duration', '6s', '--config', await quickEnd()],
    blow: { signal: 'SIGSTOP', after: UNDER_WAY, ms: 0 },
  });
  expect(report.reasons[0]).toContain('The target no longer responds');
  // About 6 s of load, 4 s of grace, 5 s for the request to its ledger, 3 s for the probe.
  expect(performance.now() - startedMs).toBeLessThan(30_000);
});

test.concurrent('load: a slow target is not unresponsive, live and in its recording', async () => {
  const recording = join(folder, 'slow.rec');
  const gateway = await mortal('--slots', '4', '--service-time', '500ms');
  const load = ['load', '--scenario', 'chat', '--arrival-rate', '40/s', '--duration', '4s'];
  const { report } = await struck({
    gateway,
    args: [...load, '--in-flight', '30', '--record', recording],
  });
  expect(report.load?.health).toMatchObject({ healthy: false });
  const again = await judged(recording);
  for (const { reasons, partial } of [report, again.report]) {
    expect(reasons[0]).toContain('The load generator could not keep up');
    expect(reasons.join(' ')).not.toContain('no longer responds');
    expect(partial).toBe(false);
  }
});

test.concurrent('capacity: a target that freezes is unresponsive, and not a limit of the generator', async () => {
  const gateway = await mortal();
  const search = [
    'capacity',
    '--operation',
    'chat',
    '--start-rate',
    '16/s',
    '--step-duration',
    '2s',
  ];
  const { run, report } = await struck({
    gateway,
    args: [...search, '--time-limit', '60s'],
    blow: { signal: 'SIGSTOP', after: /\/s {2}sustained /, ms: 1500 },
  });
  expect(report.reasons[0]).toContain(`The target no longer responds: ${gateway.address}.`);
  expect(report.reasons[0]).toMatch(/ of the step at 32\/s|from the start of the step at 32\/s/);
  expect(report.capacity?.limitedBy).not.toBe('generator');
  expect(report.capacity?.steps.length).toBe(1);
  expect(report).toMatchObject({ partial: true, exitCode: 2 });
  expect(run.code, run.stderr).toBe(2);
});

/** A configuration that gives what is in flight four seconds. */
async function quickEnd(): Promise<string> {
  const file = join(folder, 'quick.yaml');
  await writeFile(file, 'workload: {gracefulStop: 4s}\n');
  return file;
}

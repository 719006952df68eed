import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { writeLargeRecording } from '../support/large-recording.ts';
import { assay } from '../support/run-assay.ts';
import { AT_ONCE_MS, type Signalled, signalled } from '../support/signalled.ts';

let folder: string;

beforeAll(async () => {
  // Short: the path of a socket may not be long.
  folder = await mkdtemp(join(tmpdir(), 'ai-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const LOAD = ['load', '--scenario', 'chat-stream'];
const load = (...more: readonly string[]): Signalled => ({
  args: [...LOAD, ...more],
  begun: /Load:/,
  child: 'engine',
});
const CAPACITY: Signalled = {
  args: ['capacity', '--operation', 'chat'],
  begun: /Capacity:/,
  child: 'engine',
};

/**
 * Sends Ctrl-C again and again, from a process of its own: what is left of a judging takes a moment, in
 * which a busy test would come too late with its second.
 */
function pressUntilGone(pid: number): void {
  spawn('sh', ['-c', `while kill -INT ${pid}; do sleep 0.01; done`], { stdio: 'ignore' });
}

async function reportIn(out: string) {
  return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
}

test.concurrent.each([
  ['load, judged as it comes', load()],
  ['load, judged from a recording', load('--judge', 'after')],
  ['load of two engines', load('--segments', '2')],
  ['capacity', CAPACITY],
])('%s: Ctrl-C twice ends at once, without a report, a child or a file', async (name, command) => {
  const id = `twice-${name.replace(/\W/g, '')}`;
  const { run, children, ...after } = await signalled(join(folder, id), command, [
    'SIGINT',
    'SIGINT',
  ]);
  expect(children.map(({ kind }) => kind)).toContain('engine');
  // Ended by the signal itself, which a shell calls 130.
  expect(run.code).toBeNull();
  expect(run.stdout).toBe('');
  expect(after).toMatchObject({ left: [], files: [] });
  expect(after.tookMs).toBeLessThan(AT_ONCE_MS);
});

test.concurrent.each<[string, Signalled, NodeJS.Signals]>([
  ['load: Ctrl-C', load(), 'SIGINT'],
  ['load, judged from a recording: Ctrl-C', load('--judge', 'after'), 'SIGINT'],
  ['load of two engines: Ctrl-C', load('--segments', '2'), 'SIGINT'],
  ['load: a terminal that closes', load(), 'SIGHUP'],
  ['load: a request to end', load(), 'SIGTERM'],
  ['capacity: Ctrl-C in the first step', CAPACITY, 'SIGINT'],
])('%s leaves a partial report, and no child or file', async (name, command, signal) => {
  const id = `once-${name.replace(/\W/g, '')}`;
  const { run, out, ...after } = await signalled(join(folder, id), command, [signal]);
  expect(await reportIn(out)).toMatchObject({ partial: true, exitCode: 130 });
  expect(run.code, run.stderr).toBe(130);
  expect(after).toMatchObject({ left: [], files: [] });
  // What is in flight is given five seconds.
  expect(after.tookMs).toBeLessThan(60_000);
});

describe.concurrent('judge of a large recording', () => {
  const EXCHANGES = 160_000;
  let recording: string;

  beforeAll(async () => {
    recording = join(folder, 'large.rec');
    await writeLargeRecording(recording, EXCHANGES);
  });

  /** Judges the recording, with what happens to the process a moment after it has made its folder. */
  async function judged(name: string, workers: string, interrupt: (pid: number) => void) {
    const out = join(folder, name);
    let interruptedMs = Number.NaN;
    const run = await assay(['judge', recording, '--judge-workers', workers, '--out', out], {
      async onStart(_, pid = 0) {
        await vi.waitUntil(() => existsSync(out), { timeout: 60_000 });
        await wait(400);
        interruptedMs = performance.now();
        interrupt(pid);
      },
    });
    return { run, out, tookMs: performance.now() - interruptedMs };
  }

  test.each(['0', '2'])(
    'judge: Ctrl-C gives a partial report of the frames read, with %s threads',
    async (workers) => {
      const { run, out } = await judged(`judge-once-${workers}`, workers, (pid) => {
        process.kill(pid, 'SIGINT');
      });
      const report = await reportIn(out);
      expect(report).toMatchObject({ partial: true, exitCode: 130 });
      expect(report.load?.exchanges).toBeGreaterThan(0);
      expect(report.load?.exchanges).toBeLessThan(EXCHANGES);
      expect(run.code, run.stderr).toBe(130);
    },
  );

  test.each(['0', '2'])('judge: Ctrl-C twice ends at once, with %s threads', async (workers) => {
    const { run, tookMs } = await judged(`judge-twice-${workers}`, workers, pressUntilGone);
    expect(run.code).toBeNull();
    expect(run.stdout).toBe('');
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reportIn } from '../../support/test-folder.ts';
import { writeLargeRecording } from '../support/large-recording.ts';
import { assay } from '../support/run-assay.ts';
import { AT_ONCE_MS } from '../support/signalled.ts';

let folder: string;

beforeAll(async () => {
  // Short: the path of a socket may not be long.
  folder = await mkdtemp(join(tmpdir(), 'ai-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/**
 * Sends Ctrl-C again and again, from a process of its own: what is left of a judging takes a moment, in
 * which a busy test would come too late with its second.
 */
function pressUntilGone(pid: number): void {
  spawn('sh', ['-c', `while kill -INT ${pid}; do sleep 0.01; done`], { stdio: 'ignore' });
}

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

  test('judge: Ctrl-C gives a partial report of the frames read', async () => {
    const { run, out } = await judged('once', '2', (pid) => {
      process.kill(pid, 'SIGINT');
    });
    const report = await reportIn(out);
    expect(report).toMatchObject({ partial: true, exitCode: 130 });
    expect(report.load?.exchanges).toBeGreaterThan(0);
    expect(report.load?.exchanges).toBeLessThan(EXCHANGES);
    expect(run.code, run.stderr).toBe(130);
  });

  test('judge: Ctrl-C twice ends at once', async () => {
    const { run, tookMs } = await judged('twice', '0', pressUntilGone);
    expect(run.code).toBeNull();
    expect(run.stdout).toBe('');
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });
});

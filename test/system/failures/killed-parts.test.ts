import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assay as assayHere } from '../../support/assay-in-process.ts';
import { reportIn } from '../../support/test-folder.ts';
import { type ChildProcess, childrenOf, stillThere } from '../support/child-processes.ts';
import { assay } from '../support/run-assay.ts';

let folder: string;

beforeAll(async () => {
  // Short: the path of a socket may not be long.
  folder = await mkdtemp(join(tmpdir(), 'ak-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** On a busy machine; a complete run takes longer. */
const LONGEST_MS = 250_000;
/** On a busy machine an engine starts late. */
const ENGINE_STARTS_MS = 200_000;
const STRUCK_AFTER_MS = 2500;
const LOAD = ['load', '--scenario', 'mixed', '--arrival-rate', '10/s', '--duration', '5m'];

type Victim = 'gateway' | 'engine' | 'node';

/** The load of an embedded gateway, of which one process is killed some seconds after its engine has started. */
async function killed(victim: Victim, name: string, args: readonly string[]) {
  const temporary = join(folder, `${victim}-${name}`);
  const out = `${temporary}-out`;
  await mkdir(temporary);
  let children: readonly ChildProcess[] = [];
  let striking: Promise<void> | undefined;
  const strike = async (pid: number) => {
    const hasEngine = async () => (await childrenOf(pid)).some(({ kind }) => kind === 'engine');
    await vi.waitUntil(hasEngine, { timeout: ENGINE_STARTS_MS });
    await wait(STRUCK_AFTER_MS);
    const isStruck = async () => {
      children = await childrenOf(pid);
      const struck = victim === 'node' ? pid : children.find(({ kind }) => kind === victim)?.pid;
      return struck !== undefined && kill(struck);
    };
    await vi.waitUntil(isStruck, { timeout: ENGINE_STARTS_MS });
  };
  const startedMs = performance.now();
  const run = await assay([...LOAD, ...args, '--out', out], {
    env: { TMPDIR: temporary },
    onStderr(text, _, pid) {
      if (pid !== undefined && text.includes('Load:')) striking ??= strike(pid);
    },
  });
  await striking;
  const tookMs = performance.now() - startedMs;
  const left = await stillThere(children, 60_000);
  const files = (await readdir(temporary)).filter((each) => each.startsWith('assay-'));
  return { run, out, children, left, files, tookMs };
}

/** False where the process has ended meanwhile. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Judges what was recorded. */
async function judged(name: string, recordings: readonly string[]) {
  const out = join(folder, `judged-${name}`);
  const run = await assayHere(['judge', ...recordings, '--out', out]);
  return { run, report: await reportIn(out) };
}

/** How a load is judged and kept, and the recordings that it leaves. */
type Way = readonly [name: string, args: readonly string[], recordings: number];
const LIVE: Way = ['live', [], 0];
const RECORDED: Way = ['recorded', ['--record', 'FILE'], 1];
const AFTER: Way = ['after', ['--judge', 'after', '--record', 'FILE'], 1];
const SEGMENTS: Way = ['segments', ['--segments', '2', '--record', 'FILE'], 2];

function recordingsOf(file: string, count: number): string[] {
  if (count < 2) return count === 0 ? [] : [file];
  return [1, 2].map((part) => file.replace(/\.rec$/, `-${part}.rec`));
}

function named(args: readonly string[], file: string): string[] {
  return args.map((arg) => (arg === 'FILE' ? file : arg));
}

test.concurrent.each([LIVE, SEGMENTS])(
  'load: an engine that is killed, %s, leaves a partial report and nothing else',
  async (name, args, count) => {
    const file = join(folder, `engine-${name}.rec`);
    // An engine of another segment continues to the end of the load.
    const wanted = [...args, '--duration', '20s'];
    const { run, out, children, ...after } = await killed('engine', name, named(wanted, file));
    expect(children.filter(({ kind }) => kind === 'engine')).toHaveLength(Math.max(1, count));
    const report = await reportIn(out);
    expect(report).toMatchObject({ partial: true, outcome: 'inconclusive', exitCode: 3 });
    // On a busy machine the generator may have been late as well.
    expect(report.reasons[0]).toContain('ended by SIGKILL');
    expect(report.load?.exchanges).toBeGreaterThan(0);
    expect(report.load?.judgedExchanges).toBeGreaterThan(0);
    expect(report.load?.violations).toEqual([]);
    expect(run.code, run.stderr).toBe(3);
    expect(after).toMatchObject({ left: [], files: [] });
    expect(after.tookMs).toBeLessThan(LONGEST_MS);
    if (count === 0) return;
    const again = await judged(`engine-${name}`, recordingsOf(file, count));
    expect(again.report).toMatchObject({ partial: true, exitCode: 2 });
    expect(again.report.load?.exchanges).toBe(report.load?.exchanges);
    expect(again.report.load?.violations).toEqual([]);
  },
);

test.concurrent.each([RECORDED, SEGMENTS])(
  'load: killing its process, %s, ends engines and gateway, and leaves a readable recording',
  async (name, args, count) => {
    const file = join(folder, `node-${name}.rec`);
    const { run, children, ...after } = await killed('node', name, named(args, file));
    expect(run.code).toBeNull();
    expect(children.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['engine', 'gateway']));
    expect(after).toMatchObject({ left: [], files: [] });
    if (count === 0) return;
    const again = await judged(`node-${name}`, recordingsOf(file, count));
    expect(again.report).toMatchObject({ partial: true, exitCode: 2 });
    expect(again.report.reasons.join(' ')).toContain('Recording is incomplete');
    expect(again.report.load?.exchanges).toBeGreaterThan(0);
    expect(again.report.load?.judgedExchanges).toBeGreaterThan(0);
    expect(again.report.load?.violations).toEqual([]);
  },
);

test.concurrent('load --judge after: the next command removes the files of a killed run', async () => {
  const { files } = await killed('node', 'spool', ['--judge', 'after']);
  expect(files).toEqual([expect.stringMatching(/^assay-run-/)]);
  const temporary = join(folder, 'node-spool');
  await assay(['list', 'rules'], { env: { TMPDIR: temporary } });
  expect((await readdir(temporary)).filter((each) => each.startsWith('assay-'))).toEqual([]);
});

test.concurrent.each([LIVE, AFTER])(
  'load: an embedded gateway that is killed, %s, leaves a partial report and nothing else',
  async (name, args, count) => {
    const file = join(folder, `gateway-${name}.rec`);
    const { run, out, ...after } = await killed('gateway', name, named(args, file));
    const report = await reportIn(out);
    expect(report.load?.durationMs).toBeLessThan(60_000);
    expect(report.load?.violations).toEqual([]);
    expect(report.reasons[0]).toContain('The embedded reference gateway is gone');
    expect(report).toMatchObject({ partial: true, outcome: 'inconclusive', exitCode: 2 });
    expect(report.load?.judgedExchanges).toBeGreaterThan(0);
    expect(run.code, run.stderr).toBe(2);
    expect(after).toMatchObject({ left: [], files: [] });
    expect(after.tookMs).toBeLessThan(LONGEST_MS);
    if (count === 0) return;
    const again = await judged(`gateway-${name}`, recordingsOf(file, count));
    expect(again.report).toMatchObject({ partial: true, exitCode: 2 });
    expect(again.report.reasons[0]).toContain('The target no longer responds');
    expect(again.report.load?.violations).toEqual([]);
  },
);

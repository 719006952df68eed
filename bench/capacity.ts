import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunReportSchema } from '../src/report/schema/run-report.ts';
import { embedded } from '../src/target/embedded.ts';
import type { Target } from '../src/target/target.ts';
import { progress } from './load-once.ts';
import { queueRun } from './queue/queue-run.ts';
import { interval, meanOf, meanWaitMs } from './queue/queue-waits.ts';
import { atMost, figure, type Row, rowTable } from './row.ts';

/**
 * What `assay capacity` finds of gateways whose capacity is known on paper (slots / service time),
 * and whether the known wait in a queue is measured correctly.
 */

const ASSAY = fileURLToPath(new URL('../bin/assay.js', import.meta.url));

const SETTINGS = [
  { slots: 8, serviceTimeMs: 200 },
  { slots: 4, serviceTimeMs: 50 },
  { slots: 16, serviceTimeMs: 400 },
] as const;

/** M/D/1 at a load of 0.6: it waits 37.5 ms on paper. */
const QUEUE = { slots: 1, serviceTimeMs: 50, arrivalsPerSecond: 12, duration: '1m' };
/** Runs of their own arrivals: within one, waits depend on each other for long. */
const SEEDS = [1, 2, 3, 4, 5];
/** Arrivals that find the queue still filling. */
const FIRST_ARRIVALS = 50;

export async function measureCapacity(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const setting of SETTINGS) rows.push(...(await kneeRows(setting)));
  return [...rows, ...(await waitRows())];
}

async function kneeRows(setting: (typeof SETTINGS)[number]): Promise<Row[]> {
  const { slots, serviceTimeMs } = setting;
  const paper = (slots / serviceTimeMs) * 1000;
  const target = await gateway(setting);
  const startMs = performance.now();
  const { knee, saturated } = await search(target).finally(() => target.stop());
  const name = `${slots} × ${serviceTimeMs} ms`;
  const error = (rate: number | undefined) => Math.abs((rate ?? Number.NaN) / paper - 1) * 100;
  return [
    figure(`${name}: on paper`, paper, '/s'),
    figure(`${name}: knee`, knee?.arrivalRate ?? Number.NaN, '/s'),
    figure(`${name}: low end at 95 %`, knee?.confidence.low ?? Number.NaN, '/s'),
    figure(`${name}: high end`, knee?.confidence.high ?? Number.NaN, '/s'),
    atMost(3, figure(`${name}: error of the knee`, error(knee?.arrivalRate), '%')),
    figure(`${name}: error of the saturated throughput`, error(saturated?.throughput), '%'),
    atMost(300, figure(`${name}: time`, (performance.now() - startMs) / 1000, 's')),
  ];
}

async function search({ address, keys }: Target) {
  const out = await mkdtemp(join(tmpdir(), 'assay-bench-capacity-'));
  try {
    const command = ['capacity', '--target', address, '--operation', 'chat', '--out', out];
    const child = spawn(process.execPath, [ASSAY, ...command, '--arrivals', 'constant'], {
      env: { ...process.env, ASSAY_API_KEY: keys.first },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    const report = RunReportSchema.parse(
      JSON.parse(await readFile(join(out, 'report.json'), 'utf8')),
    );
    if (report.capacity === undefined) throw new Error(report.reasons.join(' '));
    return report.capacity;
  } finally {
    await rm(out, { recursive: true });
  }
}

async function waitRows(): Promise<Row[]> {
  const { slots, serviceTimeMs, arrivalsPerSecond, duration } = QUEUE;
  const target = await gateway(QUEUE);
  const queue = { slots, serviceTimeMs, address: target.address, keys: target.keys };
  const measured: number[] = [];
  const exact: number[] = [];
  for (const seed of SEEDS) {
    const load = { arrivalRate: `${arrivalsPerSecond}/s`, duration, seed };
    const run = await queueRun(queue, load);
    measured.push(meanOf(run.measuredMs.slice(FIRST_ARRIVALS)));
    exact.push(meanOf(run.exactMs.slice(FIRST_ARRIVALS)));
  }
  await target.stop();
  const paper = meanWaitMs(arrivalsPerSecond, serviceTimeMs);
  const { mean, halfWidth } = interval(measured);
  const name = (what: string) => `M/D/1 at 0.6: ${what}`;
  const offPaper = figure(name('measured − paper, in the 95 % interval'), mean - paper, 'ms');
  return [
    figure(name('mean wait on paper'), paper, 'ms'),
    figure(name('mean wait of these arrivals, exact'), meanOf(exact), 'ms'),
    figure(name('measured'), mean, 'ms'),
    { ...offPaper, bar: `± ${halfWidth.toFixed(1)}`, met: Math.abs(mean - paper) <= halfWidth },
  ];
}

function gateway({ slots, serviceTimeMs }: { slots: number; serviceTimeMs: number }) {
  const timed = ['--service-time', `${serviceTimeMs}ms`, '--ttft', '10ms', '--itl', '0ms'];
  return embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--slots', String(slots), ...timed],
    progress,
  });
}

if (import.meta.main) console.log(rowTable(await measureCapacity()));

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { embedded } from '../../src/target/embedded.ts';
import { loadOnce, NODE_FLAGS, progress } from '../load-once.ts';
import { atLeast, atMost, figure, type Row, rowTable } from '../row.ts';
import type { JudgeRun } from './judge-run.ts';
import { replicate } from './replicated-recording.ts';

/**
 * How fast a recording is judged and measured, and in what memory: the exchanges of a short real
 * run, repeated with ids of their own up to `--count`, read in a process of its own by every rule.
 */

const SHAPES = [
  { name: 'sync answers', scenario: 'chat', bar: 20_000 },
  { name: '32-event streams', scenario: 'chat-stream', bar: 6000 },
] as const;
/** Peak memory at all exchanges, in times of that at half. */
const FLAT = 1.1;

const RUN = fileURLToPath(new URL('judge-run.ts', import.meta.url));

/** Judges recordings as one run, in a process of its own. */
function judged(paths: readonly string[], threads: number): JudgeRun {
  const out = execFileSync(process.execPath, [...NODE_FLAGS, RUN, String(threads), ...paths]);
  return JSON.parse(out.toString());
}

/** @param count exchanges of each recording; 1 000 000 streams need 9 GB of disk */
export async function measureRecordings(count: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const rows: Row[] = [];
    for (const shape of SHAPES) rows.push(...(await rowsOf(shape, count, folder)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowsOf(
  { name, scenario, bar }: (typeof SHAPES)[number],
  count: number,
  folder: string,
): Promise<Row[]> {
  const source = join(folder, 'source');
  const small = join(folder, 'small');
  const large = join(folder, 'large');
  await recordShortly(scenario, source);
  progress(`recordings: ${count} ${name}`);
  replicate(source, small, Math.ceil(count / 2));
  replicate(source, large, count);
  const half = judged([small], 0);
  const all = judged([large], 0);
  const threads = Math.max(1, availableParallelism() - 1);
  const threaded = judged([large], threads);
  return [
    atLeast(bar, figure(`${name}: judged in a second of CPU`, all.perCpuSecond, '/s')),
    figure(`${name}: judged in a second, alone`, all.perSecond, '/s'),
    figure(`${name}: judged in a second, ${threads} more threads`, threaded.perSecond, '/s'),
    figure(`${name}: peak memory`, all.peakMiB, 'MiB'),
    atMost(
      FLAT,
      figure(`${name}: peak memory relative to half as many`, all.peakMiB / half.peakMiB, 'times'),
    ),
    figure(`${name}: size`, statSync(large).size / count, 'bytes each'),
  ];
}

/** Records 600 exchanges of a real run, to be replicated. */
async function recordShortly(scenario: string, recording: string): Promise<void> {
  const { address, keys, stop } = await embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', '20ms', '--itl', '1ms', '--tokens', '32'],
    progress,
  });
  const workload = { scenario, arrivalRate: '150/s', duration: '4s', echoShare: 0 };
  await loadOnce({ address, keys, workload, judging: 'none', recording }).finally(stop);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { count: { type: 'string', default: '1000000' } } });
  const rows = await measureRecordings(Number(values.count));
  console.log(`recordings of ${values.count} exchanges, cores ${availableParallelism()}`);
  console.log(rowTable(rows));
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { referenceProfile } from '../src/conformance/profiles/reference.ts';
import { readContract } from '../src/conformance/reading.ts';
import { CATALOGUE } from '../src/conformance/rules.ts';
import { findEngine } from '../src/load/engine-binary.ts';
import { judgeRecordings } from '../src/load/judge-recordings.ts';
import { Recording } from '../src/load/recording.ts';
import { runLoad } from '../src/load/run-load.ts';
import { WorkloadSchema } from '../src/load/workload.ts';
import { embedded } from '../src/target/embedded.ts';
import { replicate } from './replicated-recording.ts';
import { atLeast, atMost, figure, type Row, rowTable } from './row.ts';

/**
 * How fast a recording is judged and measured, and in what memory: the exchanges of a short real
 * run, repeated with ids of their own up to `--count`, read in a process of its own by every rule.
 */

const RULES = CATALOGUE.map(({ rule }) => rule);
const SHAPES = [
  { name: 'sync answers', scenario: 'chat', bar: 20_000 },
  { name: '32-event streams', scenario: 'chat-stream', bar: 6000 },
] as const;
/** Peak memory at all exchanges, in times of that at half: ids are remembered up to 500 000. */
const FLAT = 1.1;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    judge: { type: 'string' },
    workers: { type: 'string', default: '0' },
  },
});

if (values.judge === undefined) await measure(Number(values.count));
else await judgeOne(values.judge, Number(values.workers));

async function measure(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  console.log(
    `recordings of ${count} exchanges, ${RULES.length} rules, cores ${availableParallelism()}`,
  );
  try {
    const rows: Row[] = [];
    for (const shape of SHAPES) rows.push(...(await rowsOf(shape, count, folder)));
    console.log(rowTable(rows));
    if (rows.some(({ met }) => met === false)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowsOf(
  { name, scenario, bar }: (typeof SHAPES)[number],
  count: number,
  folder: string,
): Promise<Row[]> {
  const [source, small, large] = ['source', 'small', 'large'].map((file) => join(folder, file));
  if (source === undefined || small === undefined || large === undefined) return [];
  await record(scenario, source);
  replicate(source, small, Math.ceil(count / 2));
  replicate(source, large, count);
  const half = judged(small, 0);
  const all = judged(large, 0);
  const threads = Math.max(1, availableParallelism() - 1);
  const threaded = judged(large, threads);
  return [
    atLeast(bar, figure(`${name}: judged in a second of CPU`, all.perCpuSecond, '/s')),
    figure(`${name}: judged in a second, alone`, all.perSecond, '/s'),
    figure(`${name}: judged in a second, ${threads} more threads`, threaded.perSecond, '/s'),
    figure(`${name}: peak memory`, all.peakMiB, 'MiB'),
    atMost(FLAT, figure(`${name}: of that at half`, all.peakMiB / half.peakMiB, 'times')),
    figure(`${name}: size`, statSync(large).size / count, 'bytes each'),
  ];
}

interface Judged {
  readonly exchanges: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly peakMiB: number;
  readonly findings: number;
}

function judged(path: string, workers: number): Judged {
  const self = fileURLToPath(import.meta.url);
  const out = execFileSync(process.execPath, [self, '--judge', path, '--workers', `${workers}`]);
  return JSON.parse(out.toString());
}

async function judgeOne(path: string, workers: number): Promise<void> {
  const recording = new Recording(path);
  const before = process.cpuUsage();
  const startedMs = performance.now();
  const result = await judgeRecordings({
    recordings: [recording],
    workload: WorkloadSchema.parse({}),
    rules: RULES,
    reading: readContract(referenceProfile, RULES),
    means: { secondKey: true },
    objectives: [],
    signal: new AbortController().signal,
    workers,
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  const judgedOnes: Judged = {
    exchanges: result.judgedExchanges,
    perSecond: result.judgedExchanges / seconds,
    perCpuSecond: result.judgedExchanges / ((user + system) / 1e6),
    peakMiB: process.resourceUsage().maxRSS / 1024,
    findings: result.judges.reduce((sum, { tally }) => sum + tally.findings, 0),
  };
  console.log(JSON.stringify(judgedOnes));
}

async function record(scenario: string, recording: string): Promise<void> {
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const target = await embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', '20ms', '--itl', '1ms', '--tokens', '32'],
    progress,
  });
  try {
    await runLoad({
      binary: await findEngine({ progress }),
      workload: WorkloadSchema.parse({
        scenario,
        arrivalRate: '150/s',
        duration: '4s',
        echoShare: 0,
      }),
      address: target.address,
      keys: target.keys,
      rules: [],
      reading: readContract(referenceProfile, RULES),
      means: { secondKey: true },
      objectives: [],
      redact: (exchange) => exchange,
      signal: new AbortController().signal,
      judging: 'none',
      recording,
    });
  } finally {
    await target.stop();
  }
}

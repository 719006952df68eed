import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Judging } from '../src/load/load-run.ts';
import { freshKeys } from '../src/target/keys.ts';
import { loadOnce } from './load-once.ts';
import { enginesOf, peakBytes } from './processes/process-usage.ts';

/**
 * One run of the speed bench, in a process of its own so that its memory is that of a load run:
 * node bench/speed-run.ts PLAN, which is a `SpeedPlan` as JSON. It prints a `SpeedRun` as JSON.
 */

const OWN_SCENARIOS = fileURLToPath(new URL('speed-scenarios/', import.meta.url));

export interface SpeedPlan {
  readonly address: string;
  /** `post` sends the same requests as `chat-stream` by k6's own `http.post`. */
  readonly scenario: 'chat-stream' | 'post';
  /** `live` by default. */
  readonly judging?: Judging;
  /** HTTP/1.1 by default. */
  readonly http2?: boolean;
}

const SECONDS = 8;
const IN_FLIGHT = 64;

export interface SpeedRun {
  /** Received, and judged unless nothing is: from the first second of the load until the last one was. */
  readonly handledPerSecond: number;
  /** Iterations between the first and the last second. */
  readonly streams: number;
  readonly seconds: number;
  readonly engineCpuSeconds: number;
  /** CPU time until everything was judged, for each stream that was received. */
  readonly nodeMicros: number;
  readonly enginePeakBytes: number;
  readonly nodePeakBytes: number;
  /** The most that waited in the engine for Node to take it. */
  readonly waitingPeakBytes: number;
  /** Share of all exchanges; 0 when nothing is judged. */
  readonly judgedShare: number;
  /** From the last answer until everything was judged. */
  readonly behindSeconds: number;
  readonly findings: number;
}

const SAMPLE_EVERY_MS = 100;

const plan: SpeedPlan = JSON.parse(process.argv[2] ?? '');
let enginePeakBytes = 0;
let nodeBeforeMicros = Number.NaN;
const sampling = setInterval(() => {
  const engines = enginesOf(process.pid);
  if (engines.length > 0)
    enginePeakBytes = Math.max(enginePeakBytes, total(engines.map(peakBytes)));
}, SAMPLE_EVERY_MS);
const result = await loadOnce({
  address: plan.address,
  keys: freshKeys(),
  workload: {
    scenario: plan.scenario === 'post' ? `${OWN_SCENARIOS}post.ts` : plan.scenario,
    closed: { users: IN_FLIGHT },
    duration: `${SECONDS}s`,
    gracefulStop: '2s',
    echoShare: 0,
  },
  engines: 1,
  judging: plan.judging ?? 'live',
  http2: plan.http2 ?? false,
  onProgress() {
    if (Number.isNaN(nodeBeforeMicros)) nodeBeforeMicros = cpuMicros();
  },
});
const endedUnixMs = Date.now();
clearInterval(sampling);
const { originUnixMs, seconds, durationMs } = result;
const [first, ...others] = seconds.filter(({ atMs }) => atMs <= durationMs);
const last = others.at(-1);
if (originUnixMs === undefined || first === undefined || last === undefined)
  throw new Error('The run was too short.');
const handled = plan.judging === 'none' ? result.exchanges : result.judgedExchanges;
const run: SpeedRun = {
  handledPerSecond:
    ((handled - first.completed) / (endedUnixMs - originUnixMs - first.atMs)) * 1000,
  streams: last.completed - first.completed,
  seconds: (last.atMs - first.atMs) / 1000,
  engineCpuSeconds: total(others.map(({ cpuShare }) => cpuShare * cpus().length)),
  enginePeakBytes,
  nodePeakBytes: peakBytes(process.pid),
  waitingPeakBytes: Math.max(...seconds.map(({ queuedBytes }) => queuedBytes)),
  judgedShare: result.judgedExchanges / Math.max(1, result.exchanges),
  behindSeconds: (endedUnixMs - originUnixMs - result.endMs) / 1000,
  nodeMicros: (cpuMicros() - nodeBeforeMicros) / (handled - first.completed),
  findings: result.judges.reduce((sum, { tally }) => sum + tally.findings, 0),
};
console.log(JSON.stringify(run));

/** What this process has used so far. */
function cpuMicros(): number {
  return total(Object.values(process.cpuUsage()));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

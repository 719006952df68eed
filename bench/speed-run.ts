import { fileURLToPath } from 'node:url';
import type { Judging } from '../src/load/load-run.ts';
import { freshKeys } from '../src/target/keys.ts';
import { loadOnce } from './load-once.ts';
import { cpuSeconds, enginesOf, peakBytes } from './processes/process-usage.ts';

/**
 * One run of the speed bench, in a process of its own so that its memory is that of a load run:
 * node bench/speed-run.ts PLAN, which is a `SpeedPlan` as JSON. It prints a `SpeedRun` as JSON.
 */

const OWN_SCENARIOS = fileURLToPath(new URL('speed-scenarios/', import.meta.url));

export interface SpeedPlan {
  readonly address: string;
  /** `post` sends the same requests as `chat-stream` by k6's own `http.post`. */
  readonly scenario: 'chat-stream' | 'post';
  readonly seconds: number;
  readonly inFlight: number;
  /** One by default. */
  readonly engines?: number;
  /** `live` by default. */
  readonly judging?: Judging;
}

export interface SpeedRun {
  /** Received, and judged unless nothing is: from the first second of the load until the last one was. */
  readonly handledPerSecond: number;
  /** Iterations between the first and the last second. */
  readonly streams: number;
  readonly seconds: number;
  readonly engineCpuSeconds: number;
  readonly nodeCpuSeconds: number;
  readonly enginePeakBytes: number;
  readonly nodePeakBytes: number;
  /** The most that waited in the engine for Node to take it. */
  readonly waitingPeakBytes: number;
  /** Share of all exchanges; 0 when nothing is judged. */
  readonly judgedShare: number;
  readonly findings: number;
}

interface Sample {
  readonly atMs: number;
  readonly finished: number;
  readonly engineCpuSeconds: number;
  readonly nodeCpuSeconds: number;
}

const plan: SpeedPlan = JSON.parse(process.argv[2] ?? '');
let began: { readonly ms: number; readonly exchanges: number } | undefined;
const samples: Sample[] = [];
let enginePeakBytes = 0;
let waitingPeakBytes = 0;
const result = await loadOnce({
  address: plan.address,
  keys: freshKeys(),
  workload: {
    scenario: plan.scenario === 'post' ? `${OWN_SCENARIOS}post.ts` : plan.scenario,
    closed: { users: plan.inFlight },
    duration: `${plan.seconds}s`,
    gracefulStop: '2s',
    echoShare: 0,
  },
  engines: plan.engines ?? 1,
  judging: plan.judging ?? 'live',
  onProgress({ atMs, completed, exchanges, queuedBytes }) {
    began ??= { ms: performance.now(), exchanges };
    waitingPeakBytes = Math.max(waitingPeakBytes, queuedBytes);
    const engines = enginesOf(process.pid);
    if (engines.length === 0) return;
    enginePeakBytes = total(engines.map(peakBytes));
    const { user, system } = process.cpuUsage();
    const nodeCpuSeconds = (user + system) / 1e6;
    samples.push({
      atMs,
      finished: completed,
      engineCpuSeconds: total(engines.map(cpuSeconds)),
      nodeCpuSeconds,
    });
  },
});
const endedMs = performance.now();
const [first] = samples;
const last = samples.at(-1);
if (began === undefined || first === undefined || last === undefined)
  throw new Error('The run was too short.');
const handled = plan.judging === 'none' ? result.exchanges : result.judgedExchanges;
const run: SpeedRun = {
  handledPerSecond: ((handled - began.exchanges) / (endedMs - began.ms)) * 1000,
  streams: last.finished - first.finished,
  seconds: (last.atMs - first.atMs) / 1000,
  engineCpuSeconds: last.engineCpuSeconds - first.engineCpuSeconds,
  nodeCpuSeconds: last.nodeCpuSeconds - first.nodeCpuSeconds,
  enginePeakBytes,
  nodePeakBytes: peakBytes(process.pid),
  waitingPeakBytes,
  judgedShare: result.judgedExchanges / Math.max(1, result.exchanges),
  findings: result.judges.reduce((sum, { tally }) => sum + tally.findings, 0),
};
console.log(JSON.stringify(run));

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

import { freshKeys } from '../../src/target/keys.ts';
import { loadOnce } from '../load-once.ts';
import { enginesOf, peakBytes } from '../processes/process-usage.ts';

/**
 * One load run of the memory bench, in a process of its own: node bench/memory/memory-run.ts ADDRESS
 * SCENARIO SECONDS IN_FLIGHT. It prints a `MemoryRun` as JSON.
 */

export interface MemoryRun {
  readonly enginePeakMiB: number;
  readonly nodePeakMiB: number;
  readonly exchanges: number;
  readonly judged: number;
  readonly withoutBody: number;
  readonly lost: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

const SAMPLE_EVERY_MS = 100;

const [address = '', scenario = '', seconds = '', inFlight = ''] = process.argv.slice(2);
let enginePeakMiB = 0;
const sampling = setInterval(sample, SAMPLE_EVERY_MS);
const startedMs = performance.now();
const result = await loadOnce({
  address,
  keys: freshKeys(),
  workload: {
    scenario,
    closed: { users: Number(inFlight) },
    duration: `${seconds}s`,
    echoShare: 0,
    gracefulStop: '2s',
  },
  onProgress: sample,
});
clearInterval(sampling);
const run: MemoryRun = {
  enginePeakMiB,
  nodePeakMiB: peakMiB(process.pid),
  exchanges: result.exchanges,
  judged: result.judgedExchanges,
  withoutBody: result.dropped.bodies,
  lost: result.dropped.timings,
  seconds: (performance.now() - startedMs) / 1000,
  failures: result.failures,
};
console.log(JSON.stringify(run));

/** The largest of several engines counts. */
function sample(): void {
  enginePeakMiB = Math.max(enginePeakMiB, ...enginesOf(process.pid).map(peakMiB));
}

function peakMiB(pid: number): number {
  return peakBytes(pid) / 1024 ** 2;
}

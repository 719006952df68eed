import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freshKeys } from '../src/target/keys.ts';
import { loadOnce } from './load-once.ts';

/**
 * One run of the speed bench, in a process of its own so that its memory is that of a load run:
 * node bench/speed-run.ts ADDRESS SCENARIO SECONDS IN_FLIGHT. It prints what it was, as JSON.
 */

/** Where Linux describes the processes; the clock of their CPU time ticks this often. */
const PROCESSES = '/proc';
const TICKS_PER_SECOND = 100;
const OWN_SCENARIOS = fileURLToPath(new URL('speed-scenarios/', import.meta.url));

export interface SpeedRun {
  /** Iterations between the first and the last second. */
  readonly streams: number;
  readonly seconds: number;
  readonly engineCpuSeconds: number;
  readonly nodeCpuSeconds: number;
  readonly enginePeakBytes: number;
  readonly nodePeakBytes: number;
  /** The most that waited in the engine for Node to take it. */
  readonly waitingPeakBytes: number;
  /** Share of all exchanges. */
  readonly judgedShare: number;
  readonly findings: number;
}

interface Sample {
  readonly atMs: number;
  readonly finished: number;
  readonly engineCpuSeconds: number;
  readonly nodeCpuSeconds: number;
}

const [address = '', scenario = '', seconds = '', inFlight = ''] = process.argv.slice(2);
const samples: Sample[] = [];
let enginePeakBytes = 0;
let waitingPeakBytes = 0;
const result = await loadOnce({
  address,
  keys: freshKeys(),
  workload: {
    scenario: scenario === 'post' ? `${OWN_SCENARIOS}post.ts` : scenario,
    closed: { users: Number(inFlight) },
    duration: `${seconds}s`,
    echoShare: 0,
  },
  onProgress({ atMs, completed, queuedBytes }) {
    waitingPeakBytes = Math.max(waitingPeakBytes, queuedBytes);
    const engine = childOf(process.pid);
    if (engine === undefined) return;
    enginePeakBytes = peakBytes(engine);
    const { user, system } = process.cpuUsage();
    const nodeCpuSeconds = (user + system) / 1e6;
    samples.push({
      atMs,
      finished: completed,
      engineCpuSeconds: cpuSeconds(engine),
      nodeCpuSeconds,
    });
  },
});
const [first] = samples;
const last = samples.at(-1);
if (first === undefined || last === undefined) throw new Error('The run was too short.');
const run: SpeedRun = {
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

/** The engine: the child of this process that is not a helper process of Node. */
function childOf(pid: number): number | undefined {
  const children = read(pid, `task/${pid}/children`).trim().split(' ').map(Number);
  return children.find((child) => read(child, 'cmdline').includes('\0run\0'));
}

function cpuSeconds(pid: number): number {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function peakBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024;
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`${PROCESSES}/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

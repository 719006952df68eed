import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defined } from '../src/input/defined.ts';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { progress } from './load-once.ts';
import { MockServer } from './mock-server.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { atLeast, atMost, figure, medians, type Row, rowTable } from './row.ts';
import type { SpeedPlan, SpeedRun } from './speed-run.ts';

/**
 * How many streams of 32 events one machine bears against a server without any delay, 64 in flight,
 * every exchange measured and judged by all the rules; and what that costs. Runs of `chat-stream`
 * alternate with runs that send the same requests by k6's own `http.post`, which buffers, with runs
 * without judging, and with runs that are judged after the load.
 *
 * Gateway, engine and judges share the cores. Linux only: CPU and memory are read from /proc.
 */

const REPEATS = 3;
const SECONDS = 8;
const IN_FLIGHT = 64;
const RUN = fileURLToPath(new URL('speed-run.ts', import.meta.url));

interface SpeedOptions {
  readonly repeats?: number;
  readonly seconds?: number;
}

/** Medians over the repeats. */
export async function measureSpeed(options: SpeedOptions = {}): Promise<Row[]> {
  const { repeats = REPEATS, seconds = SECONDS } = options;
  process.env.ASSAY_ENGINE = await findEngine({ progress });
  const cache = mkdtempSync(join(tmpdir(), 'assay-speed-'));
  const server = await MockServer.start([]);
  const run = (scenario: SpeedPlan['scenario'], judging?: SpeedPlan['judging']) =>
    speedRun(
      { address: server.address, scenario, seconds, inFlight: IN_FLIGHT, ...defined({ judging }) },
      cache,
    );
  try {
    await run('chat-stream'); // compiles, as any earlier command of Assay would have done
    const rows: Row[][] = [];
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      progress(`speed: repeat ${repeat} of ${repeats}`);
      const streamed = await run('chat-stream');
      const unjudged = await run('chat-stream', 'none');
      const judgedAfter = await run('chat-stream', 'after');
      rows.push(figures({ streamed, posted: await run('post'), unjudged, judgedAfter }));
    }
    return held(medians(rows));
  } finally {
    await server.stop();
    rmSync(cache, { recursive: true });
  }
}

interface Repeat {
  readonly streamed: SpeedRun;
  readonly posted: SpeedRun;
  readonly unjudged: SpeedRun;
  readonly judgedAfter: SpeedRun;
}

function figures({ streamed, posted, unjudged, judgedAfter }: Repeat): Row[] {
  const perStream = ({ streams, engineCpuSeconds }: SpeedRun) => (engineCpuSeconds / streams) * 1e6;
  const sent = ({ streams, seconds }: SpeedRun) => streams / seconds;
  return [
    figure('streams sent', sent(streamed), '/s'),
    figure('streams judged', (streamed.streams * streamed.judgedShare) / streamed.seconds, '/s'),
    figure('share of the exchanges judged', streamed.judgedShare * 100, '%'),
    figure('engine CPU, to a buffered POST', perStream(streamed) / perStream(posted), '×'),
    figure('engine memory, peak', streamed.enginePeakBytes / 2 ** 20, 'MiB'),
    figure('Node memory, peak', streamed.nodePeakBytes / 2 ** 20, 'MiB'),
    figure(
      'streams sent, judged after the load, to the same without judging',
      sent(judgedAfter) / sent(unjudged),
      '×',
    ),
    figure(
      'judged in a second, to the same without judging',
      streamed.handledPerSecond / unjudged.handledPerSecond,
      '×',
    ),
    figure('judged in a second, until the last one is', streamed.handledPerSecond, '/s'),
    figure('the same, judged after the load', judgedAfter.handledPerSecond, '/s'),
    figure('streams sent without judging', sent(unjudged), '/s'),
    figure('streams sent, judged after the load', sent(judgedAfter), '/s'),
    figure('Node CPU a stream, judged after, during the load', nodeMicros(judgedAfter), 'µs'),
    figure('Node memory, judged after, peak', judgedAfter.nodePeakBytes / 2 ** 20, 'MiB'),
    figure('engine CPU a stream', perStream(streamed), 'µs'),
    figure('engine CPU a buffered POST', perStream(posted), 'µs'),
    figure('buffered POSTs', posted.streams / posted.seconds, '/s'),
    figure('Node CPU a judged stream', judgingMicros(streamed), 'µs'),
    figure('waiting in the engine for Node, peak', streamed.waitingPeakBytes / 2 ** 20, 'MiB'),
  ];
}

function nodeMicros({ nodeCpuSeconds, streams }: SpeedRun): number {
  return (nodeCpuSeconds / streams) * 1e6;
}

function judgingMicros({ nodeCpuSeconds, streams, judgedShare }: SpeedRun): number {
  return (nodeCpuSeconds / (streams * judgedShare)) * 1e6;
}

function held(rows: readonly Row[]): Row[] {
  const bars: ((row: Row) => Row)[] = [
    (row) => row,
    (row) => atLeast(2500, row),
    (row) => atLeast(100, row),
    (row) => atMost(1.4, row),
    (row) => atMost(120, row),
    (row) => atMost(120, row),
    (row) => atLeast(0.9, row),
  ];
  return rows.map((row, index) => bars[index]?.(row) ?? row);
}

async function speedRun(plan: SpeedPlan, cache: string): Promise<SpeedRun> {
  const parameters = [...NODE_FLAGS, RUN, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  const run: SpeedRun = JSON.parse(stdout);
  if (run.findings > 0) throw new Error(`The mock server broke ${run.findings} rules.`);
  return run;
}

if (import.meta.main) {
  const rows = await measureSpeed();
  console.log(
    `cores ${availableParallelism()}, ${IN_FLIGHT} in flight, ${REPEATS} repeats, medians`,
  );
  console.log(rowTable(rows));
}

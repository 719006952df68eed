import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { NODE_FLAGS, progress } from './load-once.ts';
import { MockServer } from './mock-server.ts';
import {
  atLeast,
  atMost,
  type Bars,
  figure,
  REPEATS,
  type Row,
  repeated,
  rowTable,
} from './row.ts';
import type { SpeedPlan, SpeedRun } from './speed-run.ts';

/**
 * How many streams of 32 events one machine sustains against a server without any delay, 64 in flight,
 * every exchange measured and judged by all the rules; and what that costs. Runs of `chat-stream`
 * alternate with runs that send the same requests by k6's own `http.post`, which buffers, with runs
 * without judging, and with runs that are judged after the load.
 *
 * Gateway, engine and judges share the cores. Linux only: CPU and memory are read from /proc.
 */

const RUN = fileURLToPath(new URL('speed-run.ts', import.meta.url));

/** Medians over the repeats. */
export async function measureSpeed(): Promise<Row[]> {
  process.env.ASSAY_ENGINE = await findEngine({ progress });
  const cache = mkdtempSync(join(tmpdir(), 'assay-speed-'));
  const server = await MockServer.start(['--http2']);
  const { address } = server;
  const run = (scenario: SpeedPlan['scenario'], plan: Partial<SpeedPlan> = {}) =>
    speedRun({ address, scenario, ...plan }, cache);
  try {
    await run('chat-stream'); // compiles, as any earlier command of Assay would have done
    return await repeated('speed', BARS, async () => {
      const streamed = await run('chat-stream');
      const unjudged = await run('chat-stream', { judging: 'none' });
      const judgedAfter = await run('chat-stream', { judging: 'after' });
      const overHttp2 = await run('chat-stream', { http2: true });
      const posted = await run('post');
      return figures({ streamed, posted, unjudged, judgedAfter, overHttp2 });
    });
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
  readonly overHttp2: SpeedRun;
}

function figures({ streamed, posted, unjudged, judgedAfter, overHttp2 }: Repeat): Row[] {
  const perStream = ({ streams, engineCpuSeconds }: SpeedRun) => (engineCpuSeconds / streams) * 1e6;
  const sent = ({ streams, seconds }: SpeedRun) => streams / seconds;
  return [
    figure('streams sent', sent(streamed), '/s'),
    figure('share of the exchanges judged', streamed.judgedShare * 100, '%'),
    figure('streams sent, to the same without judging', sent(streamed) / sent(unjudged), '×'),
    figure('from the last answer until all is judged', streamed.behindSeconds, 's'),
    figure('judged in a second, until all is judged', streamed.handledPerSecond, '/s'),
    figure('waiting for Node in memory and on disk, peak', mib(streamed.waitingPeakBytes), 'MiB'),
    figure('Node CPU a stream', streamed.nodeMicros, 'µs'),
    figure('Node memory, peak', mib(streamed.nodePeakBytes), 'MiB'),
    figure('engine CPU a stream', perStream(streamed), 'µs'),
    figure('engine CPU, to a buffered POST', perStream(streamed) / perStream(posted), '×'),
    figure('engine memory, peak', mib(streamed.enginePeakBytes), 'MiB'),
    figure('engine CPU a buffered POST', perStream(posted), 'µs'),
    figure('buffered POSTs', sent(posted), '/s'),
    figure('without judging: streams sent', sent(unjudged), '/s'),
    figure('without judging: Node CPU a stream', unjudged.nodeMicros, 'µs'),
    figure('judged after: streams sent', sent(judgedAfter), '/s'),
    figure('judged after: in a second, until all is judged', judgedAfter.handledPerSecond, '/s'),
    figure('judged after: Node memory, peak', mib(judgedAfter.nodePeakBytes), 'MiB'),
    figure('HTTP/2: streams sent', sent(overHttp2), '/s'),
    figure('HTTP/2: streams sent, to HTTP/1.1', sent(overHttp2) / sent(streamed), '×'),
    figure('HTTP/2: engine CPU a stream', perStream(overHttp2), 'µs'),
  ];
}

const BARS: Bars = {
  'streams sent': (row) => atLeast(2500, row),
  'share of the exchanges judged': (row) => atLeast(100, row),
  'streams sent, to the same without judging': (row) => atLeast(0.9, row),
  'Node memory, peak': (row) => atMost(120, row),
  'engine CPU, to a buffered POST': (row) => atMost(1.4, row),
  'engine memory, peak': (row) => atMost(120, row),
};

function mib(bytes: number): number {
  return bytes / 2 ** 20;
}

/** @param cache the folder of compiled code */
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
  console.log(`cores ${availableParallelism()}, ${REPEATS} repeats, medians`);
  console.log(rowTable(rows));
}

import { readFileSync } from 'node:fs';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { progress } from './load-once.ts';
import { MockServer } from './mock-server.ts';
import { figure, rowTable } from './row.ts';
import { speedRun } from './speed.ts';

/**
 * Cost of one stream in flight for the engine: the difference between runs with few and with many open
 * streams, which have an event every 200 ms and outlast the run, divided by the difference in streams. Linux
 * only.
 */

const FEW = 250;
const MANY = 1250;
const SECONDS = 15;
const EVENTS_PER_SECOND = 5;
const SERVER = ['--ttft', '200ms', '--itl', '200ms', '--tokens', '600'];
const PAGE_BYTES = 4096;

interface Cost {
  readonly engineBytes: number;
  readonly engineCpuShare: number;
  /** Buffers of the sockets of both ends. */
  readonly socketBytes: number;
}

process.env.ASSAY_ENGINE = await findEngine({ progress });
const few = await costOf(FEW);
const many = await costOf(MANY);
const each = (of: (cost: Cost) => number) => (of(many) - of(few)) / (MANY - FEW);
console.log(`one engine, ${FEW} and ${MANY} streams in flight, ${EVENTS_PER_SECOND} events/s each`);
console.log(
  rowTable([
    figure('memory of the engine, before its first stream', baseBytes() / 2 ** 20, 'MiB'),
    figure('memory of the engine, each stream', each((cost) => cost.engineBytes) / 2 ** 10, 'KiB'),
    figure('CPU of the engine, each event', cpuMicros(), 'µs'),
    figure('buffers of both sockets, each stream', each((cost) => cost.socketBytes) / 1024, 'KiB'),
  ]),
);

function baseBytes(): number {
  return few.engineBytes - FEW * each((cost) => cost.engineBytes);
}

function cpuMicros(): number {
  return (each((cost) => cost.engineCpuShare) / EVENTS_PER_SECOND) * 1e6;
}

async function costOf(inFlight: number): Promise<Cost> {
  progress(`${inFlight} streams in flight`);
  const server = await MockServer.start(SERVER);
  let socketBytes = 0;
  const sampling = setInterval(() => {
    socketBytes = Math.max(socketBytes, socketBuffers());
  }, 500);
  try {
    const { address } = server;
    const run = await speedRun({
      address,
      scenario: 'chat-stream',
      seconds: SECONDS,
      inFlight,
      judging: 'none',
    });
    return {
      engineBytes: run.enginePeakBytes,
      engineCpuShare: run.engineCpuSeconds / run.seconds,
      socketBytes,
    };
  } finally {
    clearInterval(sampling);
    await server.stop();
  }
}

/** The memory that TCP uses on this machine. */
function socketBuffers(): number {
  const pages = /^TCP: .* mem (\d+)/m.exec(readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return Number(pages ?? 0) * PAGE_BYTES;
}

import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Exchange } from '../src/exchange/exchange.ts';
import type { Judging } from '../src/load/load-run.ts';
import { freshKeys } from '../src/target/keys.ts';
import { loadOnce } from './load-once.ts';
import { MockServer } from './mock-server.ts';
import { atMost, type Bars, figure, REPEATS, type Row, repeated, rowTable } from './row.ts';

/**
 * How far the engine's times are from what the server says it did, stream by stream: TTFT 50 ms,
 * then 32 tokens 5 ms apart, Poisson arrivals, every exchange judged by all the rules:
 * node bench/accuracy.ts [RATE…] [after] [http2], which judges after the load, and sends over HTTP/2.
 *
 * The error of TTFT is (first token − send) by the engine less (first token written − request
 * received) by the server: the way of the request and of the token is in it. The error of ITL is
 * that of each gap, without its sign.
 */

const RATES = [50, 200, 400];
const BARS: Bars = {
  '200/s: TTFT error p50': (row) => atMost(0.5, row),
  '200/s: TTFT error p99': (row) => atMost(2, row),
  '400/s: TTFT error p50': (row) => atMost(0.3, row),
  '400/s: TTFT error p99': (row) => atMost(1, row),
};
const SECONDS = 9;
/** Excluded, because connections are opened in this time. */
const WARM_UP_MS = 1000;
const IN_FLIGHT = 200;

interface AccuracyOptions {
  readonly rates?: readonly number[];
  /** `live` by default. */
  readonly judging?: Judging;
  /** HTTP/1.1 by default. */
  readonly http2?: boolean;
}

/** Medians over the repeats, which alternate between the rates. */
export async function measureAccuracy(options: AccuracyOptions = {}): Promise<Row[]> {
  const { rates = RATES, judging = 'live', http2 = false } = options;
  return await repeated('accuracy', BARS, async () => {
    const rows: Row[] = [];
    for (const rate of rates) rows.push(...(await measured(rate, judging, http2)));
    return rows;
  });
}

async function measured(rate: number, judging: Judging, http2: boolean): Promise<Row[]> {
  const spoken = http2 ? ['--http2'] : [];
  const server = await MockServer.start(['--ttft', '50ms', '--itl', '5ms', '--clock', ...spoken]);
  try {
    const errors = await errorsOf(server.address, rate, judging, http2);
    const title = `${rate}/s:`;
    return [
      figure(`${title} TTFT error p50`, percentile(errors.ttft, 50), 'ms'),
      figure(`${title} TTFT error p99`, percentile(errors.ttft, 99), 'ms'),
      figure(`${title} TTFT error max`, percentile(errors.ttft, 100), 'ms'),
      figure(`${title} ITL error p50`, percentile(errors.itl, 50), 'ms'),
      figure(`${title} ITL error p99`, percentile(errors.itl, 99), 'ms'),
      figure(`${title} ITL error max`, percentile(errors.itl, 100), 'ms'),
    ];
  } finally {
    await server.stop();
  }
}

async function errorsOf(address: string, rate: number, judging: Judging, http2: boolean) {
  const ttft: number[] = [];
  const itl: number[] = [];
  let firstMs: number | undefined;
  await loadOnce({
    address,
    keys: freshKeys(),
    judging,
    http2,
    workload: {
      scenario: 'chat-stream',
      arrivalRate: `${rate}/s`,
      duration: `${SECONDS}s`,
      inFlight: IN_FLIGHT,
      echoShare: 0,
    },
    onExchange(exchange) {
      const { sendMs, tokensMs = [] } = exchange.timing;
      firstMs ??= sendMs;
      const [first] = tokensMs;
      const writtenMs = writtenTimes(exchange);
      if (sendMs - firstMs < WARM_UP_MS || first === undefined || writtenMs === undefined) return;
      ttft.push(first - sendMs - (writtenMs[0] ?? Number.NaN));
      const truth = gaps(writtenMs);
      for (const [index, gap] of gaps(tokensMs).entries()) {
        itl.push(Math.abs(gap - (truth[index] ?? Number.NaN)));
      }
    },
  });
  return { ttft, itl };
}

function gaps(timesMs: readonly number[]): number[] {
  return timesMs.slice(1).map((atMs, index) => atMs - (timesMs[index] ?? Number.NaN));
}

/** Nearest rank. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

const CLOCK = Buffer.from(': clock ');

/** When the server wrote the tokens, in ms since it received the request: it says so at the end of the stream. */
function writtenTimes({ answer }: Exchange): readonly number[] | undefined {
  const body = Buffer.from(answer?.body ?? []);
  const start = body.lastIndexOf(CLOCK);
  if (start === -1) return undefined;
  const line = body.toString('latin1', start + CLOCK.length, body.indexOf('\n', start));
  // A difference of two times since 1970 in ns would not be exact as a number.
  const [received = 0n, ...written] = line.split(' ').map(BigInt);
  return written.map((ns) => Number(ns - received) / 1e6);
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const rates = words.filter((word) => /^\d/.test(word)).map((rate) => Number.parseFloat(rate));
  const judging = words.includes('after') ? 'after' : 'live';
  const http2 = words.includes('http2');
  const rows = await measureAccuracy({ judging, http2, ...(rates.length > 0 && { rates }) });
  console.log(`cores ${availableParallelism()}, ${REPEATS} repeats of ${SECONDS} s, medians`);
  console.log(rowTable(rows));
}

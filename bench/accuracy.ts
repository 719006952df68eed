import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Exchange } from '../src/exchange/exchange.ts';
import type { Judging } from '../src/load/load-run.ts';
import { embedded } from '../src/target/embedded.ts';
import { freshKeys, type Keys } from '../src/target/keys.ts';
import { loadOnce, progress } from './load-once.ts';
import { MockServer } from './mock-server.ts';
import { atMost, figure, medians, type Row, rowTable } from './row.ts';

/**
 * How far the engine's times are from what the server says it did, stream by stream: TTFT 50 ms,
 * then 32 tokens 5 ms apart, Poisson arrivals, every exchange judged by all the rules:
 * node bench/accuracy.ts [RATE…] [after], which judges after the load.
 *
 * The error of TTFT is (first token − send) by the engine less (first token written − request
 * received) by the server: the way of the request and of the token is in it. The error of ITL is
 * that of each gap, without its sign.
 */

const RATES = [50, 200, 400];
/** In ms, for the error of TTFT: p50 and p99. */
const BARS: Readonly<Record<number, readonly [number, number]>> = { 200: [0.5, 2], 400: [1, 3] };
const REPEATS = 3;
const SECONDS = 9;
/** Excluded, because connections are opened in this time. */
const WARM_UP_MS = 1000;
const IN_FLIGHT = 200;

interface Server {
  readonly address: string;
  readonly keys: Keys;
  /** What must be kept of an exchange to find its times later. */
  readonly note: (exchange: Exchange) => string | TokenTimes | undefined;
  readonly times: (noted: string | TokenTimes) => Promise<TokenTimes>;
  readonly stop: () => Promise<void>;
}

const SERVERS: Readonly<Record<string, () => Promise<Server>>> = {
  async mock() {
    const server = await MockServer.start(['--ttft', '50ms', '--itl', '5ms', '--clock']);
    return {
      address: server.address,
      keys: freshKeys(),
      note: timesInStream,
      times: async (noted) => (typeof noted === 'string' ? timesOf(server.address, noted) : noted),
      stop: () => server.stop(),
    };
  },
  async reference() {
    const { address, keys, stop } = await embedded.start({
      text: 'embedded',
      environment: process.env,
      referenceOptions: ['--ttft', '50ms', '--itl', '5ms', '--tokens', '32'],
      progress,
    });
    return {
      address,
      keys,
      note: streamId,
      times: async (noted) => (typeof noted === 'string' ? timesOf(address, noted) : noted),
      stop,
    };
  },
};

interface AccuracyOptions {
  readonly rates?: readonly number[];
  readonly repeats?: number;
  readonly seconds?: number;
  /** `live` by default. */
  readonly judging?: Judging;
}

/** Medians over the repeats, which alternate between the servers and rates. */
export async function measureAccuracy(options: AccuracyOptions = {}): Promise<Row[]> {
  const { rates = RATES, repeats = REPEATS, seconds = SECONDS, judging = 'live' } = options;
  const cases = Object.keys(SERVERS).flatMap((server) => rates.map((rate) => ({ server, rate })));
  const runs = cases.map((): Row[][] => []);
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const [index, { server, rate }] of cases.entries()) {
      progress(`accuracy: repeat ${repeat} of ${repeats}, ${server}, ${rate}/s`);
      runs[index]?.push(await measured(server, { rate, seconds, judging }));
    }
  }
  return cases.flatMap(({ rate }, index) => {
    const rows = medians(runs[index] ?? []);
    const bars = BARS[rate];
    if (bars === undefined) return rows;
    return rows.map((row, at) => (at < 2 ? atMost(bars[at === 0 ? 0 : 1], row) : row));
  });
}

interface Load {
  readonly rate: number;
  readonly seconds: number;
  readonly judging: Judging;
}

async function measured(name: string, load: Load): Promise<Row[]> {
  const start = SERVERS[name];
  if (start === undefined) throw new Error(`No such server: ${name}`);
  const server = await start();
  try {
    const errors = await errorsOf(server, load);
    const title = `${name} ${load.rate}/s`;
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

async function errorsOf(server: Server, { rate, seconds, judging }: Load) {
  const streams: { ttftMs: number; tokensMs: readonly number[]; noted: string | TokenTimes }[] = [];
  let firstMs: number | undefined;
  await loadOnce({
    address: server.address,
    keys: server.keys,
    judging,
    workload: {
      scenario: 'chat-stream',
      arrivalRate: `${rate}/s`,
      duration: `${seconds}s`,
      inFlight: IN_FLIGHT,
      echoShare: 0,
    },
    onExchange(exchange) {
      const { sendMs, tokensMs = [] } = exchange.timing;
      firstMs ??= sendMs;
      const noted = sendMs - firstMs < WARM_UP_MS ? undefined : server.note(exchange);
      const [first] = tokensMs;
      if (noted === undefined || first === undefined) return;
      streams.push({ ttftMs: first - sendMs, tokensMs, noted });
    },
  });
  const ttft: number[] = [];
  const itl: number[] = [];
  for (const { ttftMs, tokensMs, noted } of streams) {
    const { receivedMs, writtenMs } = await server.times(noted);
    ttft.push(ttftMs - ((writtenMs[0] ?? Number.NaN) - receivedMs));
    const truth = gaps(writtenMs);
    for (const [index, gap] of gaps(tokensMs).entries()) {
      itl.push(Math.abs(gap - (truth[index] ?? Number.NaN)));
    }
  }
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

/** When a server says that it received a request and wrote its tokens, in ms of its own clock. */
interface TokenTimes {
  readonly receivedMs: number;
  readonly writtenMs: readonly number[];
}

const CLOCK = Buffer.from(': clock ');
const ID = /"id":"([^"]+)"/;
const ID_WITHIN_BYTES = 200;

/** What the mock server says at the end of the stream. */
function timesInStream({ answer }: Exchange): TokenTimes | undefined {
  const body = Buffer.from(answer?.body ?? []);
  const start = body.lastIndexOf(CLOCK);
  if (start === -1) return undefined;
  const line = body.toString('latin1', start + CLOCK.length, body.indexOf('\n', start));
  // A difference of two times since 1970 in ns would not be exact as a number.
  const [received = 0n, ...written] = line.split(' ').map(BigInt);
  return { receivedMs: 0, writtenMs: written.map((ns) => Number(ns - received) / 1e6) };
}

/** The id by which the reference gateway knows a stream. */
function streamId({ answer }: Exchange): string | undefined {
  const head = Buffer.from(answer?.body ?? []).toString('latin1', 0, ID_WITHIN_BYTES);
  return ID.exec(head)?.[1];
}

const ClockSchema = z.object({ receivedNs: z.number(), emittedNs: z.array(z.number()) });

/** What the reference gateway says of a stream. */
async function timesOf(address: string, id: string): Promise<TokenTimes> {
  const response = await fetch(`${address}/__clock?id=${encodeURIComponent(id)}`);
  const { receivedNs, emittedNs } = ClockSchema.parse(await response.json());
  return { receivedMs: receivedNs / 1e6, writtenMs: emittedNs.map((ns) => ns / 1e6) };
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const rates = words.filter((word) => word !== 'after').map((rate) => Number.parseFloat(rate));
  const judging = words.includes('after') ? 'after' : 'live';
  const rows = await measureAccuracy({ judging, ...(rates.length > 0 && { rates }) });
  console.log(`cores ${availableParallelism()}, ${REPEATS} repeats of ${SECONDS} s, medians`);
  console.log(rowTable(rows));
}

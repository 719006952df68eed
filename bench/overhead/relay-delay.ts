/**
 * The truth of `assay overhead`: the reference relay delays each answer by a known time, and the
 * overhead must grow by exactly that. The overhead without a delay is that of the relay itself.
 *
 * Requests arrive at a fixed rate. With one in flight, a relay with a delay of 20 ms would leave the
 * machine idle for three times as long as one without, and all that wakes up from that is slower. At
 * this rate no token of one request is due together with one of another, at any of the delays.
 *
 * The p99 has a limit only where the machine was quiet: where the load generator kept up in every block,
 * and the times without the gateway, which only the machine disturbs, were close to each other.
 *
 * node bench/overhead/relay-delay.ts [--duration TIME] [delay in ms …]
 */
import { parseArgs } from 'node:util';
import { createReferenceServer } from '../../reference-server/server.ts';
import { freePort } from '../../test/system/support/free-port.ts';
import {
  type OverheadRow,
  type OverheadStep,
  overheadAt,
  overheadOf,
  waysAgree,
} from './overhead-run.ts';

const DELAYS_MS = [0, 1, 3, 20];
const RATE = '70/s';
/** By percentile. */
const MOST_ERROR_MS = { p50: 0.2, p99: 0.5 } as const;
type Percent = keyof typeof MOST_ERROR_MS;
/** What the delay must appear in, and what only the machine disturbs without the gateway. */
const DELAYED: ReadonlySet<string> = new Set(['ttft', 'addedTtft', 'e2e', 'addedE2e']);
const SPREAD: ReadonlySet<string> = new Set(['ttft', 'e2e', 'forward']);
/** From the median to the p99 of the times without the gateway, on a quiet machine. */
const QUIET_MS = 0.5;

const { values, positionals } = parseArgs({
  options: { duration: { type: 'string', default: '60s' } },
  allowPositionals: true,
});
const delays = positionals.length > 0 ? positionals.map(Number) : DELAYS_MS;
const baseline = new Map<string, number>();
let wasFirstQuiet = true;
console.log('delay  figure            percentile, overhead and 95 % CI in ms, error');
for (const delayMs of delays) {
  for (const line of await linesAt(delayMs)) console.log(line);
}

/** What one run of the command finds of a relay with this delay, at the fixed rate. */
async function linesAt(relayDelayMs: number): Promise<readonly string[]> {
  const upstream = `127.0.0.1:${await freePort()}`;
  const server = createReferenceServer({ relayDelayMs, upstream: `http://${upstream}` });
  const { address } = await server.listen();
  try {
    const gateway = { address, upstream, keys: server.keys };
    const flags = ['--rates', RATE, '--duration', values.duration];
    const [, step] = await overheadOf(gateway, flags);
    if (step === undefined) throw new Error(`There is no step at ${RATE}.`);
    const spreadMs = spreadOf(step);
    const isQuiet = step.usedBlocks === step.blocks && spreadMs <= QUIET_MS;
    // Each error is against the first delay.
    wasFirstQuiet &&= isQuiet || relayDelayMs !== delays[0];
    const delayed = step.rows.filter(
      ({ metric, statistic }) => statistic === 'p50' && DELAYED.has(metric),
    );
    return [
      `${relayDelayMs} ms: the machine was ${isQuiet ? 'quiet' : 'not quiet'}. Without the gateway, the p99 was ${spreadMs.toFixed(2)} ms above the median; ${step.usedBlocks} of ${step.blocks} blocks were used`,
      ...delayed.flatMap((row) => [
        lineOf(relayDelayMs, step, row, 'p50', waysAgree(step, row)),
        lineOf(relayDelayMs, step, row, 'p99', true, isQuiet && wasFirstQuiet),
      ]),
    ];
  } finally {
    await server.close(0);
  }
}

/** The largest of all figures. */
function spreadOf(step: OverheadStep): number {
  const spreads = step.rows
    .filter(({ metric, statistic }) => statistic === 'p50' && SPREAD.has(metric))
    .map((row) => {
      const [median, tail] = [overheadAt(step, row, 'p50'), overheadAt(step, row, 'p99')];
      return (tail?.floorMs ?? Infinity) - (median?.floorMs ?? 0);
    });
  return Math.max(...spreads);
}

/** The error is against the first delay, which is that of the relay itself. */
function lineOf(
  delayMs: number,
  step: OverheadStep,
  row: OverheadRow,
  percent: Percent,
  agree: boolean,
  isJudged = true,
): string {
  const key = `${row.mode} ${row.metric}`.padEnd(17);
  const start = `${`${delayMs} ms`.padEnd(5)}  ${key} ${percent}`;
  const found = overheadAt(step, row, percent);
  if (found === undefined) return `${start}  too few requests`;
  const { overheadMs, interval } = found;
  const own = baseline.get(`${key} ${percent}`) ?? overheadMs - delayMs;
  baseline.set(`${key} ${percent}`, own);
  const errorMs = overheadMs - own - delayMs;
  const mostMs = MOST_ERROR_MS[percent];
  const isMet = Math.abs(errorMs) <= mostMs;
  return [
    start,
    overheadMs.toFixed(3).padStart(6),
    `${interval?.low.toFixed(3)}–${interval?.high.toFixed(3)}`.padEnd(15),
    errorMs.toFixed(3).padStart(6),
    verdictOf(isMet, isJudged, mostMs),
    agree ? '' : 'the two methods disagree',
  ].join('  ');
}

function verdictOf(isMet: boolean, isJudged: boolean, mostMs: number): string {
  if (!isJudged) return 'not judged: the machine was not quiet';
  return isMet ? 'met' : `MISSED: more than ${mostMs} ms`;
}

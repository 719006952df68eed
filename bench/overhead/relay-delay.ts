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
  medianOf,
  type OverheadFigure,
  type OverheadStep,
  overheadOf,
  percentileOf,
  waysAgree,
} from './overhead-run.ts';

const DELAYS_MS = [0, 1, 3, 20];
const RATE = '70/s';
/** By percentile. */
const MOST_ERROR_MS = { 50: 0.2, 99: 0.5 } as const;
type Percent = keyof typeof MOST_ERROR_MS;
/** From the median to the p99 of the times without the gateway, on a quiet machine. */
const QUIET_MS = 0.5;

const { values, positionals } = parseArgs({
  options: { duration: { type: 'string', default: '60s' } },
  allowPositionals: true,
});
const delays = positionals.length > 0 ? positionals.map(Number) : DELAYS_MS;
const baseline = new Map<string, number>();
let wasFirstQuiet = true;
console.log('delay  figure      method      percentile, overhead and 95 % CI in ms, error');
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
    const delayed = step.figures.filter(({ metric }) => metric === 'ttft' || metric === 'e2e');
    return [
      `${relayDelayMs} ms: the machine was ${isQuiet ? 'quiet' : 'not quiet'}. Without the gateway, the p99 was ${spreadMs.toFixed(2)} ms above the median; ${step.usedBlocks} of ${step.blocks} blocks were used`,
      ...delayed.flatMap((figure) => [
        lineOf(relayDelayMs, figure, 50, waysAgree(step.figures, figure)),
        lineOf(relayDelayMs, figure, 99, true, isQuiet && wasFirstQuiet),
      ]),
    ];
  } finally {
    await server.close(0);
  }
}

/** The largest of all figures. */
function spreadOf({ figures }: OverheadStep): number {
  const spreads = figures
    .filter(({ method, metric }) => method === 'difference' && metric !== 'relay')
    .map((figure) => (percentileOf(figure, 99)?.floorMs ?? Infinity) - medianOf(figure).floorMs);
  return Math.max(...spreads);
}

/** The error is against the first delay, which is that of the relay itself. */
function lineOf(
  delayMs: number,
  figure: OverheadFigure,
  percent: Percent,
  agree: boolean,
  isJudged = true,
): string {
  const { mode, metric, method } = figure;
  const key = `${mode} ${metric}`.padEnd(11);
  const start = `${`${delayMs} ms`.padEnd(5)}  ${key} ${method.padEnd(11)} p${percent}`;
  const found = percentileOf(figure, percent);
  if (found === undefined) return `${start}  too few requests`;
  const { overheadMs, interval } = found;
  const own = baseline.get(`${key} ${method} ${percent}`) ?? overheadMs - delayMs;
  baseline.set(`${key} ${method} ${percent}`, own);
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

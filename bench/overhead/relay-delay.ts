/**
 * The truth of `assay overhead`: the reference relay delays each answer by a known time, and the
 * overhead must grow by exactly that. The overhead without a delay is that of the relay itself.
 *
 * Requests arrive at a fixed rate. With one in flight, a relay with a delay of 20 ms would leave the
 * machine idle for three times as long as one without, and all that wakes up from that is slower. The
 * end of a stream is omitted: a relay that delays stays awake between tokens, and writes the last ones
 * 0.2–0.3 ms sooner.
 *
 * node bench/overhead/relay-delay.ts [--duration TIME] [delay in ms …]
 */
import { parseArgs } from 'node:util';
import { createReferenceServer } from '../../reference-server/server.ts';
import { freePort } from '../../test/system/support/free-port.ts';
import { medianOf, type OverheadFigure, overheadOf, waysAgree } from './overhead-run.ts';

const DELAYS_MS = [0, 1, 3, 20];
const RATE = '20/s';
const MOST_ERROR_MS = 0.2;

const { values, positionals } = parseArgs({
  options: { duration: { type: 'string', default: '40s' } },
  allowPositionals: true,
});
const delays = positionals.length > 0 ? positionals.map(Number) : DELAYS_MS;
const baseline = new Map<string, number>();
console.log('delay  figure       method        p50     95 % CI          error');
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
    const [, figures = []] = await overheadOf(gateway, flags);
    const delayed = figures.filter(
      ({ mode, metric }) => metric === 'ttft' || (mode === 'body' && metric === 'e2e'),
    );
    return delayed.map((figure) => lineOf(relayDelayMs, figure, waysAgree(figures, figure)));
  } finally {
    await server.close(0);
  }
}

/** The error is against the first delay, which is that of the relay itself. */
function lineOf(delayMs: number, figure: OverheadFigure, agree: boolean): string {
  const { mode, metric, method } = figure;
  const { overheadMs, interval } = medianOf(figure);
  const key = `${mode} ${metric} ${method}`;
  const own = baseline.get(key) ?? overheadMs - delayMs;
  baseline.set(key, own);
  const errorMs = overheadMs - own - delayMs;
  return [
    `${delayMs} ms`.padEnd(5),
    `${mode} ${metric}`.padEnd(11),
    method.padEnd(12),
    overheadMs.toFixed(3).padStart(6),
    `${interval?.low.toFixed(3)}–${interval?.high.toFixed(3)}`.padEnd(15),
    errorMs.toFixed(3).padStart(6),
    Math.abs(errorMs) <= MOST_ERROR_MS ? 'met' : `MISSED: more than ${MOST_ERROR_MS} ms`,
    agree ? '' : 'the two methods disagree',
  ].join('  ');
}

import { type Exchange, header } from '../../exchange/exchange.ts';
import { type Finding, need, needWithout } from '../rule.ts';

/** Fewer say nothing of how they were sent. */
const DELTAS_TO_TELL = 8;
/** The deltas of a shorter answer may well come at once. */
const SHORTEST_MS = 400;
/** Of the whole time, at a model that is known to write slowly and evenly. */
const SLOW_SPREAD = 0.25;
/** Faster than any model writes, after a wait of that length. */
const DELTAS_PER_MS = 5;
/** Below this many, a fast model may write them all within one tick of a clock. */
const UNPACED_DELTAS_TO_TELL = 100;

/**
 * Deltas that were held back and then sent at once. At the slow model the spread of arrivals is
 * known to be a good part of the whole; at any other only a pace that no model has is a finding,
 * because a first token may rightly come late. Deltas that are spread settle the rule however short
 * the answer is; only a burst needs an answer that took long. A stream that a key asks for again
 * may come at once, as it is made already.
 * @param arrivalsMs of each delta with content, since the request was sent
 * @param paced the stream comes from the slow model
 */
export function* bufferedDeltas(
  { request }: Exchange,
  arrivalsMs: readonly number[],
  paced: boolean,
): Iterable<Finding> {
  const key = header(request.headers, 'idempotency-key');
  need(key === undefined, 'a stream that is not a replay');
  const short = shortOf(arrivalsMs, paced);
  if (paced) need(short === undefined, `a stream ${short}`);
  else needWithout('slow-answers', short === undefined, `a stream ${short}`);

  const leastMs = leastSpreadMs(arrivalsMs, paced);
  if (spreadMs(arrivalsMs) >= leastMs) return;
  yield {
    expected: `deltas spread over at least ${leastMs.toFixed(0)} ms, as the model produces them`,
    actual: `${arrivalsMs.length} deltas within ${spreadMs(arrivalsMs).toFixed(1)} ms`,
    atMs: arrivalsMs[0] ?? 0,
  };
}

/** Whether a stream of any model is long enough to tell whether it was held back. */
export function showsPace(arrivalsMs: readonly number[]): boolean {
  return shortOf(arrivalsMs, false) === undefined;
}

/** What a stream is short of in order to tell; undefined when it tells. */
function shortOf(arrivalsMs: readonly number[], paced: boolean): string | undefined {
  const deltas = paced ? DELTAS_TO_TELL : UNPACED_DELTAS_TO_TELL;
  if (arrivalsMs.length < deltas) return `of at least ${deltas} deltas`;
  const isSpread = spreadMs(arrivalsMs) >= leastSpreadMs(arrivalsMs, paced);
  const isLong = (arrivalsMs.at(-1) ?? 0) >= SHORTEST_MS;
  return isSpread || isLong ? undefined : `that takes at least ${SHORTEST_MS} ms`;
}

function leastSpreadMs(arrivalsMs: readonly number[], paced: boolean): number {
  return paced ? (arrivalsMs.at(-1) ?? 0) * SLOW_SPREAD : arrivalsMs.length / DELTAS_PER_MS;
}

function spreadMs(arrivalsMs: readonly number[]): number {
  return (arrivalsMs.at(-1) ?? 0) - (arrivalsMs[0] ?? 0);
}

import { type Exchange, idempotencyKeyOf } from '../../exchange/exchange.ts';
import { type Finding, need, needSeen } from '../rule.ts';

/** Fewer deltas do not show how they were sent. */
export const DELTAS_TO_SHOW_PACE = 8;
/** The deltas of a shorter answer may rightly arrive at once. */
const SHORTEST_MS = 400;
/** Share of the whole time; deltas that arrive within less of it are one burst. */
export const SPREAD = 0.25;
/** Faster than any model writes. */
const DELTAS_PER_MS = 5;
/** Fewer deltas of a fast model may all arrive within one tick of a clock. */
const UNPACED_DELTAS = 100;

/**
 * Deltas that were buffered and then sent in one burst. The slow model writes evenly, so its deltas
 * must be spread over a good part of the answer. With any other model only a pace that no model
 * reaches is a finding, because its first token may rightly come late. Spread deltas settle the rule
 * however short the answer is; a burst settles it only when the answer took long. A replay may
 * arrive at once.
 * @param arrivalsMs when each delta with content arrived, since the request was sent
 * @param paced the stream comes from the slow model
 */
export function* bufferedDeltas(
  { request }: Exchange,
  arrivalsMs: readonly number[],
  paced: boolean,
): Iterable<Finding> {
  const key = idempotencyKeyOf({ request });
  need(key === undefined, 'a stream that is not a replay');
  const short = shortOf(arrivalsMs, paced);
  if (short !== undefined) {
    if (paced) need(false, short);
    else needSeen(false, short);
  }

  const leastMs = leastSpreadMs(arrivalsMs, paced);
  if (spreadMs(arrivalsMs) >= leastMs) {
    if (paced) yield* burst(arrivalsMs);
    return;
  }
  yield {
    expected: `deltas spread over at least ${leastMs.toFixed(0)} ms, as the model produces them`,
    actual: `${arrivalsMs.length} deltas within ${spreadMs(arrivalsMs).toFixed(1)} ms`,
    atMs: arrivalsMs[0] ?? 0,
  };
}

/** Whether a stream of any model is long enough to show whether it was buffered. */
export function showsPace(arrivalsMs: readonly number[]): boolean {
  return shortOf(arrivalsMs, false) === undefined;
}

/** What a stream would need in order to show its pace; undefined when it shows it. */
function shortOf(arrivalsMs: readonly number[], paced: boolean): string | undefined {
  const deltas = paced ? DELTAS_TO_SHOW_PACE : UNPACED_DELTAS;
  if (arrivalsMs.length < deltas) return `a stream of at least ${deltas} deltas`;
  const isSpread = spreadMs(arrivalsMs) >= leastSpreadMs(arrivalsMs, paced);
  const isLong = (arrivalsMs.at(-1) ?? 0) >= SHORTEST_MS;
  return isSpread || isLong ? undefined : `a stream that takes at least ${SHORTEST_MS} ms`;
}

function leastSpreadMs(arrivalsMs: readonly number[], paced: boolean): number {
  return paced ? (arrivalsMs.at(-1) ?? 0) * SPREAD : arrivalsMs.length / DELTAS_PER_MS;
}

function spreadMs(arrivalsMs: readonly number[]): number {
  return (arrivalsMs.at(-1) ?? 0) - (arrivalsMs[0] ?? 0);
}

/** A share of the whole time: a model that writes evenly does not write most of its deltas within it. */
const MOMENT = 0.05;

/** Most deltas of an even stream, held back until a buffer was full, in one burst. */
function* burst(arrivalsMs: readonly number[]): Iterable<Finding> {
  if ((arrivalsMs.at(-1) ?? 0) < SHORTEST_MS) return;
  const momentMs = (arrivalsMs.at(-1) ?? 0) * MOMENT;
  const most = Math.floor(arrivalsMs.length / 2) + 1;
  for (const [at, startMs] of arrivalsMs.slice(0, 1 - most).entries()) {
    const withinMs = (arrivalsMs[at + most - 1] ?? 0) - startMs;
    if (withinMs > momentMs) continue;
    yield {
      expected: `less than ${most} of ${arrivalsMs.length} deltas within ${momentMs.toFixed(0)} ms`,
      actual: `${most} deltas within ${withinMs.toFixed(1)} ms`,
      atMs: startMs,
    };
    return;
  }
}

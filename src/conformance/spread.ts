import { type Finding, need, needWithout } from './rule.ts';

/** Fewer say nothing of how they were sent. */
const DELTAS_TO_TELL = 8;
/** A shorter answer may well come at once. */
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
 * because a first token may rightly come late.
 * @param arrivalsMs of each delta with content, since the request was sent
 * @param paced the stream comes from the slow model
 */
export function* heldBack(arrivalsMs: readonly number[], paced: boolean): Iterable<Finding> {
  const short = shortOf(arrivalsMs, paced ? DELTAS_TO_TELL : UNPACED_DELTAS_TO_TELL);
  if (paced) need(short === undefined, `a stream ${short}`);
  else needWithout('slow-answers', short === undefined, `a stream ${short}`);

  const [first = 0] = arrivalsMs;
  const last = arrivalsMs.at(-1) ?? 0;
  const leastMs = paced ? last * SLOW_SPREAD : arrivalsMs.length / DELTAS_PER_MS;
  if (last - first >= leastMs) return;
  yield {
    expected: `deltas spread over at least ${leastMs.toFixed(0)} ms, as they are made`,
    actual: `${arrivalsMs.length} deltas within ${(last - first).toFixed(1)} ms`,
    atMs: first,
  };
}

/** Whether a stream of any model is long enough to tell whether it was held back. */
export function tellsPace(arrivalsMs: readonly number[]): boolean {
  return shortOf(arrivalsMs, UNPACED_DELTAS_TO_TELL) === undefined;
}

/** What a stream is short of in order to tell; undefined when it tells. */
function shortOf(arrivalsMs: readonly number[], deltas: number): string | undefined {
  if (arrivalsMs.length < deltas) return `of at least ${deltas} deltas`;
  if ((arrivalsMs.at(-1) ?? 0) < SHORTEST_MS) return `that takes at least ${SHORTEST_MS} ms`;
  return undefined;
}

import type { LoadResult } from '../../load/load-result.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';

type Ended = Pick<LoadResult, 'durationMs' | 'endMs' | 'exchanges' | 'abort'>;

/** A shorter wait after the arrivals is not reported. */
const SHORTEST_WAIT_MS = 1000;

/** The end of a load: when the arrivals ended, and when the last requests ended if that was later. */
export function loadEndSentence({ durationMs, endMs, exchanges, abort }: Ended): string {
  const waited = endMs - durationMs >= SHORTEST_WAIT_MS;
  const ended = waited ? 'arrivals ended' : 'ended';
  const how = abort === undefined ? ended : `aborted by abortOn (${abort.condition.text})`;
  const last = waited ? `, the last requests after ${formatDuration(endMs)}` : '';
  return `Load: ${how} after ${formatDuration(durationMs)}${last}, ${formatNumberOf(exchanges, 'request')}`;
}

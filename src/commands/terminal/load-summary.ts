import type { LoadResult } from '../../load/load-result.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';

type Ended = Pick<LoadResult, 'durationMs' | 'endMs' | 'exchanges' | 'abort'>;

/** Less than this after the arrivals nobody has waited for. */
const SHORTEST_WAIT_MS = 1000;

/** That a load is over: when its arrivals were, and when its last requests, if those took longer. */
export function loadEndSentence({ durationMs, endMs, exchanges, abort }: Ended): string {
  const waited = endMs - durationMs >= SHORTEST_WAIT_MS;
  const ended = waited ? 'arrivals ended' : 'ended';
  const how = abort === undefined ? ended : `ended early by abortOn (${abort.condition.text})`;
  const last = waited ? `, the last requests after ${formatDuration(endMs)}` : '';
  return `Load: ${how} after ${formatDuration(durationMs)}${last}, ${formatNumberOf(exchanges, 'exchange')}`;
}

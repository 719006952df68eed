import { contentDelta } from '../contract/content-delta.ts';
import type { Operation } from '../contract/operations.ts';
import type { Timing } from './exchange.ts';
import type { StreamEvent } from './sse.ts';

/**
 * When the tokens of a stream came: an event counts as one token when it carries non-empty
 * content. Tokens that share a read with the one before are counted as coalesced.
 * @param sendMs when the request was sent, in ms since the origin of the run
 */
export function tokenTimes(
  operation: Operation | 'other',
  events: readonly StreamEvent[],
  sendMs: number,
): Required<Pick<Timing, 'tokensMs' | 'coalesced'>> {
  const tokens = events.filter(({ json }) => contentDelta(operation, json) !== '');
  return {
    tokensMs: tokens.map(({ atMs }) => sendMs + atMs),
    coalesced: tokens.filter(({ read }, index) => tokens[index - 1]?.read === read).length,
  };
}

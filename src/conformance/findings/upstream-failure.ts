import type { Exchange } from '../../exchange/exchange.ts';
import type { Relay } from '../evidence.ts';
import { concerns, need } from '../rule.ts';
import { isOwnView, needAttempts } from './upstream/attempts.ts';

/** What the caller got for a request that the upstream refused with the same status each time. */
export interface RefusedUpstream {
  readonly exchange: Exchange;
  /** The status for the caller. */
  readonly status: number;
  /** The status of the upstream. */
  readonly upstream: number;
}

/** What an answer is not that the gateway may give from memory. */
export const OWN_VIEW = 'an answer that depends on the upstream';

/** @param isMeant whether the rule is about this status of the upstream */
export function needRefusedUpstream(
  relay: Relay,
  isMeant: (status: number) => boolean,
): RefusedUpstream {
  const [exchange] = relay.exchanges;
  const statuses = new Set(needAttempts(relay).map(({ answer }) => answer.status ?? 0));
  const [upstream = 0] = statuses;
  concerns(statuses.size === 1 && isMeant(upstream), 'another answer of the upstream');
  need(exchange?.answer, 'an answer');
  need(!isOwnView(exchange), OWN_VIEW);
  return { exchange, status: exchange.answer.status, upstream };
}

import type { Exchange } from '../../exchange/exchange.ts';
import type { Relay } from '../evidence.ts';
import { concerns, need } from '../rule.ts';
import { needCalls } from './upstream-calls.ts';

/** What the caller got for a request that the upstream refused with the same status each time. */
export interface RefusedUpstream {
  readonly exchange: Exchange;
  /** The status for the caller. */
  readonly status: number;
  /** The status of the upstream. */
  readonly upstream: number;
}

/** @param isMeant whether the rule is about this status of the upstream */
export function needRefusedUpstream(
  relay: Relay,
  isMeant: (status: number) => boolean,
): RefusedUpstream {
  const [exchange] = relay.exchanges;
  const statuses = new Set(needCalls(relay).map(({ answer }) => answer.status ?? 0));
  const [upstream = 0] = statuses;
  concerns(statuses.size === 1 && isMeant(upstream), 'another answer of the upstream');
  need(exchange?.answer, 'an answer');
  return { exchange, status: exchange.answer.status, upstream };
}

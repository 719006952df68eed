import { isJsonObject } from '../../answers/json.ts';
import { narrow } from '../../answers/narrow.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { Relay } from '../evidence.ts';
import { appliesTo, need } from '../rule.ts';
import { callsOf } from './upstream-calls.ts';

/**
 * What the gateway sends for the first request of its caller: billable requests or, for the read or the
 * cancel of a video job, those of the same operation.
 */
export function attemptsOf(relay: Relay): readonly UpstreamExchange[] {
  const [exchange] = relay.exchanges;
  return exchange !== undefined && isOfAJob(exchange)
    ? relay.upstream.filter(({ operation }) => operation === exchange.operation)
    : callsOf(relay);
}

/** The number of those, with the ones that are not over. */
export function attemptCount(relay: Relay): number {
  return attemptsOf(relay).length + relay.open;
}

/** Without one, the gateway answered from elsewhere, or changed the word that identifies the request. */
export function needAttempts(relay: Relay): readonly UpstreamExchange[] {
  const attempts = attemptsOf(relay);
  need(attempts.length > 0, 'an upstream request with the nonce of the prompt');
  return attempts;
}

/**
 * The answer must not be what the gateway itself knows of a job: it may read the job at the provider for
 * all callers together, show its last state for a time, and cancel it later.
 */
export function needUpstreamState(exchange: Exchange): void {
  need(!showsOwnState(exchange), 'an answer that depends on the upstream');
}

function showsOwnState(exchange: Exchange): boolean {
  const { operation, answer } = exchange;
  if (!isOfAJob(exchange) || !isSuccess(answer)) return false;
  if (operation === 'video-cancel' && answer?.sizeBytes === 0) return true;
  const json = narrow('answer', exchange)?.json;
  return isJsonObject(json) && typeof json.id === 'string';
}

function isOfAJob({ operation }: Exchange): boolean {
  return operation === 'video-read' || operation === 'video-cancel';
}

/** What the caller got for a request that the upstream refused with the same status each time. */
interface RefusedUpstream {
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
  const statuses = new Set(needAttempts(relay).map(({ answer }) => answer.status ?? 0));
  const [upstream = 0] = statuses;
  appliesTo(statuses.size === 1 && isMeant(upstream), 'another answer of the upstream');
  need(exchange?.answer, 'an answer');
  needUpstreamState(exchange);
  return { exchange, status: exchange.answer.status, upstream };
}

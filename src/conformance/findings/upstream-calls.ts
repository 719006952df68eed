import { isBillable } from '../../contract/operations.ts';
import { isSuccess } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import { countText } from '../../input/count-text.ts';
import type { Relay } from '../evidence.ts';
import { need } from '../rule.ts';

/** The requests that a provider charges for, whichever operation the gateway chose for them. */
export function callsOf({ upstream }: Relay): readonly UpstreamExchange[] {
  return upstream.filter(({ operation }) => isBillable(operation));
}

/** The number of those, with the ones that are not over. */
export function callCount(relay: Relay): number {
  return callsOf(relay).length + relay.open;
}

/** Without one, the gateway answered from elsewhere, or changed the word that identifies the request. */
export function needCalls(relay: Relay): readonly UpstreamExchange[] {
  const calls = callsOf(relay);
  need(calls.length > 0, 'an upstream request with the nonce of the prompt');
  return calls;
}

/** Whether the upstream gave it a whole 2xx answer. */
export function isServed({ outcome, answer: { status } }: UpstreamExchange): boolean {
  return outcome === 'complete' && status !== undefined && isSuccess({ status });
}

/** The only call with a whole 2xx answer: what the caller gets comes from it. */
export function needServingCall(relay: Relay): UpstreamExchange {
  const whole = needCalls(relay).filter(isServed);
  const [serving] = whole;
  need(whole.length === 1 && serving, 'one whole 2xx answer of the upstream');
  return serving;
}

/** Such as `2 upstream requests`. */
export function requestsText(count: number): string {
  return countText(count, 'upstream request');
}

const KEY = /\[(?:(?:part|hex|base64) of )?API key [12]\]/;

/** Whether a text that reached the upstream has the API key of a caller. */
export function hasCallerKey(text: string): boolean {
  return KEY.test(text);
}

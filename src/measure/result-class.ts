import { type Exchange, isSuccess } from '../exchange/exchange.ts';

/** How an exchange ended, for the count of errors. */
export type ResultClass =
  | { readonly kind: 'good' }
  /** Status 429: the gateway limits the rate, which is not an error. */
  | { readonly kind: 'throttled' }
  /** A retry was refused because the first request of its key is still in flight. */
  | { readonly kind: 'in-flight' }
  /** The client disconnected on purpose. */
  | { readonly kind: 'aborted' }
  /** The run ended first: its latency is at least the time that it had waited. */
  | { readonly kind: 'cut' }
  /** It met a kept connection that the gateway was closing: it may never have seen the request. */
  | { readonly kind: 'met-closing' }
  /** `error` is an outcome such as `refused`, or `status 500`. */
  | { readonly kind: 'failed'; readonly error: string };

/**
 * Whether the sender still waited when the exchange was ended: it had taken at least what passed.
 * Other failures had an answer, though a bad one, and show no duration.
 */
export function isCensored({ outcome }: Exchange): boolean {
  return outcome === 'cut-by-end' || outcome === 'timed-out';
}

/** @param inFlightStatus statuses of a retry whose first request is still in flight */
export function classify(exchange: Exchange, inFlightStatus: readonly number[]): ResultClass {
  const { answer, group, outcome, metClosing } = exchange;
  if (outcome === 'aborted') return { kind: 'aborted' };
  if (outcome === 'cut-by-end') return { kind: 'cut' };
  if (metClosing === true) return { kind: 'met-closing' };
  if (outcome !== 'answered' || answer === undefined) return { kind: 'failed', error: outcome };
  if (isSuccess(answer)) return { kind: 'good' };
  if (answer.status === 429) return { kind: 'throttled' };
  if (group?.kind === 'key' && inFlightStatus.includes(answer.status)) return { kind: 'in-flight' };
  return { kind: 'failed', error: `status ${answer.status}` };
}

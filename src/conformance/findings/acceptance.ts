import { describeOutcome } from '../../answers/narrow.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import { isGoaway } from '../../exchange/http2/http2-failure.ts';
import type { Series } from '../evidence.ts';
import { type Finding, need } from '../rule.ts';
import { isOrdinary } from './ordinary-request.ts';

/** Statuses that ask the caller to retry later and so say nothing about the request. */
const RETRY_LATER: ReadonlySet<number> = new Set([408, 425, 429, 503, 504]);

/**
 * Findings where a request that requires a 4xx refusal was accepted, or broke the gateway. The
 * series begins with a valid request: unless that one is accepted, a refusal says nothing.
 */
export function* notRefused({ label, exchanges }: Series): Iterable<Finding> {
  const [good, ...bad] = exchanges;
  need(good && isAccepted(good), 'a valid request to succeed first, as a control');
  const settled = bad.filter(isSettled);
  need(settled.length > 0, `an answer: ${bad.map(describeOutcome).join('; ')}`);
  for (const exchange of settled) {
    const status = exchange.answer?.status ?? 0;
    if (status >= 400 && status < 500) continue;
    yield { expected: `4xx for ${label}`, actual: `status ${status}`, where: 'status', exchange };
  }
}

/** `notRefused` for a key in another place, where the series begins with a request without a key. */
export function keyElsewhereNotRefused({ label, exchanges }: Series): Iterable<Finding> {
  const [bare, ...others] = exchanges;
  const needsKey = bare !== undefined && !isAccepted(bare);
  need(needsKey, 'a target that refuses a request without a key', 'auth-missing-refused');
  return notRefused({ label, exchanges: others });
}

/**
 * Findings where a request was accepted that should have been refused. The series begins with a
 * valid request: unless that one is accepted, a refusal of the others proves nothing. Nor does a
 * server error, which contradicts no sentence of the interface.
 */
export function* wronglyAccepted({ label, exchanges }: Series): Iterable<Finding> {
  const [good, ...bad] = exchanges;
  need(
    good && dispositionOf(good) === 'accepted',
    'a valid request to succeed first, as a control',
  );
  const settled = bad.filter((exchange) => dispositionOf(exchange) !== 'unsettled');
  need(settled.length > 0, `a refusal or an acceptance: ${bad.map(describeOutcome).join('; ')}`);
  for (const exchange of settled) {
    if (dispositionOf(exchange) !== 'accepted') continue;
    const actual = `status ${exchange.answer?.status}`;
    yield { expected: `4xx for ${label}`, actual, where: 'status', exchange };
  }
}

/**
 * Findings where a request was not accepted, unlike the control that the series begins with. One that
 * got no answer in time counts if a control after it got one.
 */
export function* notAccepted({ label, exchanges }: Series): Iterable<Finding> {
  const [good, ...others] = exchanges;
  need(good && isAccepted(good), 'a valid request to succeed first, as a control');
  const after = others.at(-1);
  const works = after !== undefined && isAccepted(after);
  const settled = others.filter(
    (exchange) =>
      isSettled(exchange) || wasReset(exchange) || (works && timedOutAlthoughOrdinary(exchange)),
  );
  need(settled.length > 0, `an answer: ${others.map(describeOutcome).join('; ')}`);
  for (const exchange of settled) {
    if (isAccepted(exchange)) continue;
    yield { expected: `2xx for ${label}`, actual: actualOf(exchange), where: 'status', exchange };
  }
}

/** A large body may rightly take longer than its deadline on a slow network. */
function timedOutAlthoughOrdinary(exchange: Exchange): boolean {
  return exchange.outcome === 'timed-out' && isOrdinary(exchange);
}

function actualOf(exchange: Exchange): string {
  const { answer } = exchange;
  return answer === undefined ? describeOutcome(exchange) : `status ${answer.status}`;
}

/** The result of a request; `unsettled` when it failed, or when the caller is to retry later. */
export type Disposition = 'accepted' | 'refused' | 'unsettled';

export function dispositionOf(exchange: Exchange): Disposition {
  if (!isSettled(exchange)) return 'unsettled';
  if (isAccepted(exchange)) return 'accepted';
  const status = exchange.answer?.status ?? 0;
  return status >= 400 && status < 500 ? 'refused' : 'unsettled';
}

export function isAccepted({ outcome, answer }: Exchange): boolean {
  return outcome === 'answered' && isSuccess(answer);
}

/** Whether the gateway broke the connection or the stream of this request alone. */
export function wasReset({ outcome, failure }: Exchange): boolean {
  return outcome === 'reset' && !isGoaway(failure);
}

/** Whether the answer is final for this request. */
export function isSettled({ outcome, answer }: Exchange): boolean {
  return outcome === 'answered' && answer !== undefined && !RETRY_LATER.has(answer.status);
}

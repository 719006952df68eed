import { describeOutcome, type Sent } from '../../answers/narrow.ts';
import { refusalOf } from '../../answers/refusal.ts';
import type { Operation } from '../../contract/operations.ts';
import { type Exchange, idempotencyKeyOf, isSuccess } from '../../exchange/exchange.ts';
import type { Expectations } from '../expectations.ts';
import { appliesTo, type Finding, need } from '../rule.ts';

/** The rule that requires 2xx for a valid request to an operation. */
export function acceptanceRule(operation: Operation): string {
  return operation === 'video-create' ? 'video-accepted' : `${operation}-accepted`;
}

/**
 * The rule that has a finding because this valid request was not answered 2xx; undefined for all
 * other requests.
 */
export function acceptanceRuleOf({ expected, operation, answer }: Exchange): string | undefined {
  if (expected !== 'accepted' || operation === 'other') return undefined;
  return isSuccess(answer) ? undefined : acceptanceRule(operation);
}

const RETRY_LATER: ReadonlySet<number> = new Set([429, 503]);

/**
 * What the acceptance rules share: a valid request that was not answered 2xx. "Retry later" is not
 * a refusal, nor is the conflict of two requests with one key that are in flight together.
 */
export function* refusalsIn({ exchange }: Sent, expect: Expectations): Iterable<Finding> {
  const { answer, outcome, request } = exchange;
  appliesTo(exchange.expected === 'accepted', 'a valid request');
  need(outcome !== 'cut-by-end', 'a request that the end of the run did not cut off');
  const status = answer?.status ?? 0;
  need(!RETRY_LATER.has(status), `an answer other than ${status}`);
  const isKeyed = idempotencyKeyOf({ request }) !== undefined;
  need(
    !isKeyed || !expect.inFlightStatus.includes(status),
    'an answer other than a conflict with a request in flight',
  );

  if (isSuccess(answer)) return;
  yield { expected: 'status 2xx', actual: `${describeOutcome(exchange)}${messageIn(exchange)}` };
}

/** The target's own words. */
function messageIn(exchange: Exchange): string {
  const { message } = refusalOf(exchange);
  return message === '' ? '' : `: "${message}"`;
}

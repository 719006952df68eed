import { BILLABLE, isBillable } from '../../../contract/operations.ts';
import { callCount, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** The same request gets the same refusal. */
const FINAL = [400, 401, 403, 404, 413, 422];

/** A retry of a refused request costs time, quota and sometimes money, without success. */
export const relayRetryOnlySafe: JudgeRule<'relay'> = {
  id: 'relay-retry-only-safe',
  level: 'should',
  provenance: 'assumed',
  source: 'billing: a provider charges for each request; RFC 9110 §15.5',
  statement:
    'The gateway does not retry a request that the upstream refused with 400, 401, 403, 404, 413 or 422.',
  provenBy: 'relay-retry-400',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: failingUpstream,

  *judge(relay) {
    const [exchange, again] = relay.exchanges;
    // A read of a job costs nothing.
    concerns(exchange && isBillable(exchange.operation), 'a billable request');
    const [first] = needCalls(relay);
    const status = first?.answer.status ?? 0;
    concerns(FINAL.includes(status) && again === undefined, 'another answer of the upstream');
    const count = callCount(relay);
    if (count === 1) return;
    yield {
      expected: `1 upstream request for ${status} of the upstream`,
      actual: requestsText(count),
      exchange,
    };
  },
};

import { BILLABLE } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { callCount, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { relayedRetries } from '../../probes/relay/keys.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** The caller sees a replay, but the provider bills the retry again. */
export const relayReplayMakesNoCall: JudgeRule<'relay'> = {
  id: 'relay-replay-makes-no-call',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Authentication 3; Stripe, idempotent requests',
  statement: 'A retry with the Idempotency-Key of a 2xx answer makes no upstream request.',
  provenBy: 'relay-replay-calls',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedRetries,

  *judge(relay) {
    const [first] = relay.exchanges;
    const key = first && header(first.request.headers, 'idempotency-key');
    concerns(key !== undefined, 'a request with an Idempotency-Key');
    const results = resultsOf(relay);
    need(results.length > 1, 'a 2xx answer and its replay');
    needCalls(relay);
    const count = callCount(relay);
    if (count === 1) return;
    const exchange = results.at(-1)?.exchange;
    yield {
      expected: `1 upstream request for ${relay.exchanges.length} requests with one key`,
      actual: requestsText(count),
      ...(exchange && { exchange }),
    };
  },
};

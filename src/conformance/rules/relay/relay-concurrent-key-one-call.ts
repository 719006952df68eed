import { isSuccess } from '../../../exchange/exchange.ts';
import { callCount, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { racedKeys } from '../../probes/relay/keys.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Impatient clients retry while the first request runs: each retry is billed. */
export const relayConcurrentKeyOneCall: JudgeRule<'relay'> = {
  id: 'relay-concurrent-key-one-call',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Authentication 3; Stripe, idempotent requests',
  statement: 'Concurrent requests with one Idempotency-Key make one upstream request.',
  provenBy: 'relay-key-race',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream'],
  probe: racedKeys,

  *judge(relay) {
    const { exchanges } = relay;
    const answered = exchanges.find(({ answer }) => isSuccess(answer));
    need(answered, 'a 2xx answer');
    needCalls(relay);
    const count = callCount(relay);
    if (count === 1) return;
    yield {
      expected: `1 upstream request for ${exchanges.length} concurrent requests with one key`,
      actual: requestsText(count),
      exchange: answered,
    };
  },
};

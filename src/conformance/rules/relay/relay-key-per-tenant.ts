import { isSuccess } from '../../../exchange/exchange.ts';
import { callCount, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { tenantsKeys } from '../../probes/relay/keys.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** One tenant gets the answer that was made for another. */
export const relayKeyPerTenant: JudgeRule<'relay'> = {
  id: 'relay-key-per-tenant',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Authentication 3: a key is of one caller',
  statement:
    'A request of another tenant with the same Idempotency-Key makes its own upstream request.',
  provenBy: 'relay-key-shared',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream', 'second-key'],
  probe: tenantsKeys,

  *judge(relay) {
    const { exchanges } = relay;
    need(
      exchanges.every(({ answer }) => isSuccess(answer)),
      'a 2xx answer for each tenant',
    );
    needCalls(relay);
    const count = callCount(relay);
    if (count >= exchanges.length) return;
    const exchange = exchanges.at(-1);
    yield {
      expected: requestsText(exchanges.length),
      actual: requestsText(count),
      ...(exchange && { exchange }),
    };
  },
};

import { BILLABLE } from '../../../contract/operations.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { callsOf, requestsText } from '../../findings/upstream-calls.ts';
import { refusedUpstream } from '../../probes/relay/keys.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A refusal that the provider has already billed lets anyone spend the money of the gateway's owner. */
export const relayNoCallWhenRefused: JudgeRule<'relay'> = {
  id: 'relay-no-call-when-refused',
  level: 'must',
  provenance: 'assumed',
  source: 'billing: a provider charges for each request',
  statement: 'A request that the gateway refuses makes no upstream request.',
  provenBy: 'relay-call-before-auth',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: refusedUpstream,

  *judge(relay) {
    const statuses = relay.exchanges.map(({ answer }) => answer?.status ?? 0);
    const isRefused = statuses.every((status) => status >= 400 && status < 500);
    need(isRefused, 'only refusals (4xx)');
    const calls = callsOf(relay);
    const answered = calls.filter(({ answer }) => isSuccess({ status: answer.status ?? 0 }));
    // A refusal that the upstream itself gave was passed on.
    need(calls.length === answered.length, 'a refusal by the gateway itself');
    const count = answered.length + relay.open;
    if (count === 0) return;
    const [exchange] = relay.exchanges;
    yield {
      expected: `no upstream request for a refusal with ${statuses[0]}`,
      actual: requestsText(count),
      ...(exchange && { exchange }),
    };
  },
};

import { BILLABLE } from '../../../contract/operations.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { callCount, isServed, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { relayedRequests } from '../../probes/relay/requests-passed-on.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A second request upstream is a second bill for one answer. */
export const relayOneCall: JudgeRule<'relay'> = {
  id: 'relay-one-call',
  level: 'must',
  provenance: 'assumed',
  source: 'billing: a provider charges for each request',
  statement: 'A request that succeeds upstream makes exactly one upstream request.',
  provenBy: 'relay-double-send',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedRequests,

  *judge(relay) {
    const [exchange, again] = relay.exchanges;
    concerns(again === undefined, 'one request, without its retries');
    need(exchange && isSuccess(exchange.answer), 'a 2xx answer');
    const calls = needCalls(relay);
    need(calls.every(isServed), 'an upstream without failures');
    const count = callCount(relay);
    if (count === 1) return;
    yield { expected: '1 upstream request', actual: requestsText(count), exchange };
  },
};

import { BILLABLE } from '../../../contract/operations.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { isServed, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { repeatedFailures } from '../../probes/relay/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A provider that fails for a second is down for a caller for as long as the gateway keeps the failure. */
export const relayFailureNotKept: JudgeRule<'relay'> = {
  id: 'relay-failure-not-kept',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §9.3.3: the answer to a POST is kept only with explicit freshness; RFC 9111 §3',
  statement:
    'If a caller repeats a request that failed upstream, the gateway sends it upstream again while the upstream answers other requests.',
  provenBy: 'relay-keep-failures',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: repeatedFailures,

  *judge(relay) {
    const [failed, other, again] = relay.exchanges;
    need(failed?.answer && !isSuccess(failed.answer), 'an error for a failure of the upstream');
    // A gateway may spare a provider that fails, for all callers.
    need(isSuccess(other?.answer), 'a 2xx answer to another request meanwhile');
    need(again?.answer, 'an answer to the repeated request');
    const calls = needCalls(relay);
    if (isSuccess(again.answer) || calls.some(isServed)) return;
    yield {
      expected: 'an upstream request that succeeds',
      actual: `status ${again.answer.status}, and ${requestsText(calls.length)} in all, which failed`,
      exchange: again,
    };
  },
};

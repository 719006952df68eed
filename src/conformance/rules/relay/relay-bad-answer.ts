import { BILLABLE } from '../../../contract/operations.ts';
import { showsFailure } from '../../findings/reported-failure.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { BAD_ANSWERS, badUpstream } from '../../probes/bad-upstream.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** A client that gets a page of HTML with 200 fails far from the cause. */
export const relayBadAnswer: JudgeRule<'relay'> = {
  id: 'relay-bad-answer',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.6.3',
  statement:
    'Malformed JSON, an HTML page or an empty body from the upstream is an error for the caller.',
  provenBy: 'relay-pass-garbage',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: badUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const given = needCalls(relay).at(-1)?.failure;
    const failure = BAD_ANSWERS.find((kind) => kind === given);
    concerns(exchange && failure, 'another answer of the upstream');
    if (showsFailure(exchange)) return;
    yield {
      expected: `an error for ${failure} of the upstream`,
      actual: `status ${exchange.answer?.status} without an error`,
      exchange,
    };
  },
};

import { RELAYED } from '../../../contract/operations.ts';
import { showsFailure } from '../../findings/reported-failure.ts';
import { isOwnView, needAttempts } from '../../findings/upstream/attempts.ts';
import { OWN_VIEW } from '../../findings/upstream-failure.ts';
import { BAD_ANSWERS, badUpstream } from '../../probes/relay/failures.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

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
  operations: RELAYED,
  needs: ['upstream'],
  probe: badUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const given = needAttempts(relay).at(-1)?.failure;
    const failure = BAD_ANSWERS.find((kind) => kind === given);
    concerns(exchange && failure, 'another answer of the upstream');
    if (showsFailure(exchange)) return;
    need(!isOwnView(exchange), OWN_VIEW);
    yield {
      expected: `an error for ${failure} of the upstream`,
      actual: `status ${exchange.answer?.status} without an error`,
      exchange,
    };
  },
};

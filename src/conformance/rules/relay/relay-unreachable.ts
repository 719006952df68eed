import { RELAYED } from '../../../contract/operations.ts';
import { showsFailure } from '../../findings/reported-failure.ts';
import { unreachableUpstream } from '../../probes/relay/unreachable-upstream.ts';
import { type JudgeRule, need } from '../../rule.ts';

const UNREACHABLE = [502, 503, 504];

/**
 * A caller that waits for an answer that cannot come blocks its own callers, and does not try
 * another gateway.
 */
export const relayUnreachable: JudgeRule<'relay'> = {
  id: 'relay-unreachable',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.6.3, §15.6.4, §15.6.5',
  statement: 'If the upstream refuses connections, the caller gets 502, 503 or 504 in time.',
  provenBy: 'relay-hang-on-refused',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
  measuresTime: true,
  probe: unreachableUpstream,

  *judge({ exchanges: [exchange], upstream, open }, expect) {
    need(exchange && upstream.length + open === 0, 'an upstream that refuses connections');
    need(showsFailure(exchange), 'a failure: the answer came from elsewhere');
    const { outcome, answer } = exchange;
    if (answer !== undefined && UNREACHABLE.includes(answer.status)) return;
    yield {
      expected: `502, 503 or 504 within ${expect.answerDeadlineMs} ms`,
      actual: answer?.status ?? `no answer (${outcome})`,
      exchange,
    };
  },
};

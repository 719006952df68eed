import { RELAYED } from '../../../contract/operations.ts';
import { needRefusedUpstream } from '../../findings/upstream-failure.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import type { JudgeRule } from '../../rule.ts';

/** A 401 is about the key of the caller: its owner replaces a valid key, and the cause remains. */
export const relayUpstream401Masked: JudgeRule<'relay'> = {
  id: 'relay-upstream-401-masked',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.2: 401 is about the credentials of the request',
  statement: 'A 401 or 403 of the upstream is not a 401 for the caller, whose key is valid.',
  provenBy: 'relay-pass-401',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
  probe: failingUpstream,

  *judge(relay) {
    const isOfKey = (status: number) => status === 401 || status === 403;
    const { exchange, status, upstream } = needRefusedUpstream(relay, isOfKey);
    if (status !== 401) return;
    yield {
      expected: `another status than 401 for ${upstream} of the upstream`,
      actual: 401,
      exchange,
    };
  },
};

import { RELAYED } from '../../../contract/operations.ts';
import { needRefusedUpstream } from '../../findings/upstream-failure.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import type { JudgeRule } from '../../rule.ts';

/** Clients wait after 429, and only then. With another status they try again at once, or give up. */
export const relay429Stays429: JudgeRule<'relay'> = {
  id: 'relay-429-stays-429',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 6585 §4',
  statement: 'A 429 of the upstream reaches the caller as 429.',
  provenBy: 'relay-429-as-500',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
  probe: failingUpstream,

  *judge(relay) {
    const { exchange, status } = needRefusedUpstream(relay, (upstream) => upstream === 429);
    if (status !== 429) yield { expected: '429', actual: status, exchange };
  },
};

import { RELAYED } from '../../../contract/operations.ts';
import { needRefusedUpstream } from '../../findings/upstream-failure.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import type { JudgeRule } from '../../rule.ts';

/** A failure that looks like an answer is shown to a user, stored and billed. */
export const relay5xxStaysError: JudgeRule<'relay'> = {
  id: 'relay-5xx-stays-error',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.6',
  statement: 'If the upstream still returns 5xx after any retries, the caller gets 5xx.',
  provenBy: 'relay-500-as-200',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
  probe: failingUpstream,

  *judge(relay) {
    const { exchange, status, upstream } = needRefusedUpstream(relay, isServerError);
    if (isServerError(status)) return;
    yield { expected: `a 5xx status for ${upstream} of the upstream`, actual: status, exchange };
  },
};

function isServerError(status: number): boolean {
  return status >= 500 && status < 600;
}

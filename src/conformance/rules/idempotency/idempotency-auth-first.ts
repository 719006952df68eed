import { notRefused } from '../../not-refused.ts';
import { retryOfNobody } from '../../probes/key-conflicts.ts';
import type { JudgeRule } from '../../rule.ts';

/** Keys are order numbers and the like: whoever guesses one would read the answer behind it. */
export const idempotencyAuthFirst: JudgeRule<'series'> = {
  id: 'idempotency-auth-first',
  level: 'must',
  provenance: 'assumed',
  source:
    'OWASP API Security 2023, API2; Whop, idempotency ("ignored on unauthenticated requests")',
  statement: 'A stored result is not replayed to a request whose API key is missing or unknown.',
  provenBy: 'idem-replay-before-auth',
  evidence: 'series',
  operations: ['chat'],
  probe: retryOfNobody,

  *judge(series) {
    yield* notRefused({ label: 'a retry by nobody', exchanges: series.exchanges });
  },
};

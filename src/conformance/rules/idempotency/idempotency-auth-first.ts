import { notRefused } from '../../findings/acceptance.ts';
import { firstResult, resultsOf } from '../../findings/idempotent-results.ts';
import { retryOfNobody } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

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
  needs: ['api-key'],
  probe: retryOfNobody,

  *judge(series) {
    const stored = firstResult(series);
    const made = resultsOf(series).filter(({ id }) => stored && id !== stored.id);
    // Who answers strangers anew breaks another rule: what was stored is not shown.
    const exchanges = series.exchanges.filter(
      (each) => !made.some(({ exchange }) => exchange === each),
    );
    need(made.length === 0 || exchanges.length > 1, 'a stranger who is not simply served');
    yield* notRefused({ label: 'a retry by nobody', exchanges });
  },
};

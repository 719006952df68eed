import { notRefused } from '../../findings/acceptance.ts';
import { firstResult, resultsOf } from '../../findings/idempotent-results.ts';
import { retryOfNobody } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Idempotency keys are order numbers and the like: anyone who guesses one could read the answer
 * stored for it.
 */
export const idempotencyAuthFirst: JudgeRule<'series'> = {
  id: 'idempotency-auth-first',
  level: 'must',
  provenance: 'assumed',
  source:
    'OWASP API Security 2023, API2; Whop, idempotency ("ignored on unauthenticated requests")',
  statement:
    'The gateway does not replay a stored result to a request with a missing or unknown API key.',
  provenBy: 'idem-replay-before-auth',
  evidence: 'series',
  operations: ['chat', 'responses'],
  needs: ['api-key'],
  probe: retryOfNobody,

  *judge(series) {
    const stored = firstResult(series);
    const made = resultsOf(series).filter(({ id }) => stored && id !== stored.id);
    // A new answer to an unauthenticated request breaks another rule: it does not show the stored
    // one.
    const exchanges = series.exchanges.filter(
      (each) => !made.some(({ exchange }) => exchange === each),
    );
    need(
      made.length === 0 || exchanges.length > 1,
      'an unauthenticated request that does not get a new answer',
    );
    yield* notRefused({ label: 'a retry without a valid key', exchanges });
  },
};

import { BILLABLE } from '../../../contract/operations.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { oneKeyTwoTenants } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Callers choose the keys, often as order numbers: two tenants will choose the same one. */
export const idempotencyScopeApiKey: JudgeRule<'series'> = {
  id: 'idempotency-scope-api-key',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security 2023, API1; Stripe, idempotent requests (keys are per account)',
  statement: 'The same Idempotency-Key with another API key is a separate request.',
  provenBy: 'idem-global-scope',
  evidence: 'series',
  operations: BILLABLE,
  needs: ['second-key'],
  probe: oneKeyTwoTenants,

  *judge(series) {
    const [ours, theirs, theirOwn = theirs] = series.exchanges;
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === ours);
    need(first, 'a 2xx answer to the first tenant');
    need(
      theirOwn && dispositionOf(theirOwn) === 'accepted',
      'an accepted request of the second tenant',
    );
    need(theirs && dispositionOf(theirs) !== 'unsettled', 'an answer to the second tenant');
    const second = results.find(({ exchange }) => exchange === theirs);
    // An answer without an id shows only that it was not refused as a conflict.
    const isShared = second?.id !== undefined && second.id === first.id;
    if (second === undefined || isShared) {
      const actual = second?.id ?? `status ${theirs.answer?.status}`;
      yield { expected: 'a separate result', actual, exchange: theirs };
    }
  },
};

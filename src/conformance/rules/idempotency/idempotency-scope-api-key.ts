import { BILLABLE } from '../../../contract/operations.ts';
import { type Exchange, header } from '../../../exchange/exchange.ts';
import { dispositionOf, isAccepted } from '../../findings/acceptance.ts';
import { hasIdOfAll, idRuleOf, resultsOf } from '../../findings/idempotent-results.ts';
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
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === series.exchanges[0]);
    need(first, 'a 2xx answer to the first tenant');
    need(!hasIdOfAll(series, first), 'different ids for different requests', idRuleOf(first));
    const theirs = series.exchanges.filter(({ request }) => request.credential === 'second');
    const shared = theirs.filter((exchange) => keyOf(exchange) === keyOf(first.exchange));
    const settled = shared.filter((exchange) => dispositionOf(exchange) !== 'unsettled');
    need(settled.length > 0, 'an answer to the second tenant');
    need(theirs.some(isAccepted), 'an accepted request of the second tenant');
    for (const exchange of settled) {
      const result = results.find((each) => each.exchange === exchange);
      // An answer without an id shows only that it was not refused as a conflict.
      const isShared = result?.id !== undefined && result.id === first.id;
      if (result !== undefined && !isShared) continue;
      const actual = result?.id ?? `status ${exchange.answer?.status}`;
      yield { expected: 'a separate result', actual, exchange };
    }
  },
};

function keyOf({ request }: Exchange): string | undefined {
  return header(request.headers, 'idempotency-key');
}

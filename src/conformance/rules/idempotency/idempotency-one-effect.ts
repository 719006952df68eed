import { BILLABLE } from '../../../contract/operations.ts';
import { countText } from '../../../input/count-text.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { billableRetries } from '../../probes/key-retries.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** The key is there so that a retry is not billed again. */
export const idempotencyOneEffect: JudgeRule<'key'> = {
  id: 'idempotency-one-effect',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Authentication 3 ("a stable unique key for one logical billable request"); Stripe, idempotent requests',
  statement: 'A request with one key is billed once, for any number of retries.',
  provenBy: 'idem-replay-bills',
  evidence: 'key',
  operations: BILLABLE,
  needs: ['ledger'],
  probe: billableRetries,

  *judge(series) {
    const { effects, exchanges } = series;
    need(effects !== undefined, 'a count of billed effects');
    const results = resultsOf(series);
    need(results.length > 0 || effects > 1, 'a 2xx answer');

    if (effects === 1) return;
    const exchange = results.at(-1)?.exchange ?? exchanges.at(-1);
    yield {
      expected: `1 effect of ${exchanges.length} requests with one key`,
      actual: countText(effects, 'effect'),
      ...(exchange && { exchange }),
    };
  },
};

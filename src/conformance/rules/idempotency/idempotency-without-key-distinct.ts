import { BILLABLE } from '../../../contract/operations.ts';
import { countText } from '../../../input/count-text.ts';
import { dispositionOf, isAccepted } from '../../findings/acceptance.ts';
import { hasIdOfAll, idRuleOf, resultsOf } from '../../findings/idempotent-results.ts';
import { equalWithoutKey } from '../../probes/without-idempotency-key.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that sends a request twice without a key wants two answers, such as two drafts to
 * choose from.
 */
export const idempotencyWithoutKeyDistinct: JudgeRule<'series'> = {
  id: 'idempotency-without-key-distinct',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Authentication 3 ("a stable unique key for one logical billable request"): a request without a key is separate from all others',
  statement: 'Two equal requests without an Idempotency-Key get two results.',
  provenBy: 'idem-implicit-dedupe',
  evidence: 'series',
  operations: BILLABLE,
  probe: equalWithoutKey,

  *judge(series) {
    const [first, second] = resultsOf(series);
    const [one, again] = series.exchanges;
    if (one && isAccepted(one) && again && dispositionOf(again) === 'refused') {
      const actual = `status ${again.answer?.status}`;
      yield { expected: '2xx, as for the equal request before', actual, exchange: again };
      return;
    }
    need(first && second, 'two complete 2xx answers');
    const identified = first.id !== undefined && second.id !== undefined;
    const { effects } = series;
    need(identified || effects !== undefined, 'a ledger, because the answers have no id');

    need(!hasIdOfAll(series, first), 'different ids for different requests', idRuleOf(first));
    if (identified && first.id === second.id) {
      yield { expected: 'another id', actual: second.id, where: 'id', exchange: second.exchange };
    } else if (!identified && effects !== undefined && effects < 2) {
      yield {
        expected: '2 effects',
        actual: countText(effects, 'effect'),
        exchange: second.exchange,
      };
    }
  },
};

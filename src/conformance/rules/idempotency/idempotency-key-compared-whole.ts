import { hasIdOfAll, idRuleOf, resultsOf } from '../../findings/idempotent-results.ts';
import { keysAlike } from '../../probes/key-spellings.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Two orders with similar keys become one: the second caller does not get a result of its own. */
export const idempotencyKeyComparedWhole: JudgeRule<'series'> = {
  id: 'idempotency-key-compared-whole',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Authentication 3 ("string, length 1 to 255"; "one logical billable request"): that strings are compared as they are is assumed',
  statement:
    'Two Idempotency-Keys that differ in case, in punctuation, or in the last of 255 characters, are different keys.',
  provenBy: 'idem-key-case-folded',
  evidence: 'series',
  operations: ['chat', 'responses'],
  probe: keysAlike,

  *judge(series) {
    const [first, second] = resultsOf(series);
    need(first?.id && first.exchange === series.exchanges[0], 'a 2xx answer with an id');
    need(second?.id, `a 2xx answer with an id to ${series.label}`);
    need(!hasIdOfAll(series, first), 'different ids for different requests', idRuleOf(first));
    if (second.id === first.id) {
      const expected = `a separate result for ${series.label}`;
      yield { expected, actual: second.id, where: 'id', exchange: second.exchange };
    }
  },
};

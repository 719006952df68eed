import { BILLABLE } from '../../../contract/operations.ts';
import { dispositionOf, isSettled } from '../../findings/acceptance.ts';
import { resultDifferences } from '../../findings/differences.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { otherBodyOneKey } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * One request with a mistake removes the protection of the correct one, whose retry is billed
 * again.
 */
export const idempotencyMismatchKeepsFirst: JudgeRule<'series'> = {
  id: 'idempotency-mismatch-keeps-first',
  level: 'must',
  provenance: 'assumed',
  source: 'follows from draft-ietf-httpapi-idempotency-key-header-07 §2.6',
  statement:
    'After a request with another body was refused, a retry of the first body still gets the first answer.',
  provenBy: 'idem-mismatch-evicts',
  evidence: 'series',
  operations: BILLABLE,
  probe: otherBodyOneKey,

  *judge(series) {
    const [, other, again] = series.exchanges;
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === series.exchanges[0]);
    need(first, 'a first body that is accepted');
    need(
      other && dispositionOf(other) === 'refused',
      'another body that is refused',
      'idempotency-mismatch-refused',
    );
    need(again && isSettled(again), 'an answer to the first body again');

    const result = results.find(({ exchange }) => exchange === again);
    if (result !== undefined) yield* resultDifferences(first, result);
    else {
      const actual = `status ${again.answer?.status}`;
      yield { expected: `status ${first.reply.status}, as at first`, actual, exchange: again };
    }
  },
};

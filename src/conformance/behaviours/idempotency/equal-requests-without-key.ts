import type { Behaviour } from '../../behaviour.ts';
import { hasIdOfAll, resultsOf } from '../../findings/idempotent-results.ts';
import { isSameResult } from '../../observations/retry-observations.ts';
import { equalWithoutKey } from '../../probes/without-idempotency-key.ts';

export const equalRequestsWithoutKey: Behaviour = {
  id: 'equal-requests-without-key',
  question: 'Do two equal requests without a key get two results?',
  silence: 'Whether two equal requests without an Idempotency-Key are one: not shown.',
  probe: equalWithoutKey,

  observe({ series }) {
    return series.flatMap((each) => {
      const [first, second] = resultsOf(each);
      if (first === undefined || second === undefined) return [];
      const isOne = isSameResult(each, first, second);
      const result = isOne ? 'one result' : 'two results';
      const value = hasIdOfAll(each, first) ? 'two answers with the id of all answers' : result;
      return isOne === undefined ? [] : [{ subject: each.label, value, exchange: second.exchange }];
    });
  },
};

import { isSuccess } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { hasIdOfAll, resultsOf } from '../../findings/idempotent-results.ts';
import { failureWords, statusWords } from '../../observations/observation-words.ts';
import { oneKeyTwoTenants } from '../../probes/key-conflicts.ts';

export const keyOfAnotherTenant: Behaviour = {
  id: 'key-of-another-tenant',
  question: 'What does a key that another tenant has used get?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  secondKey: true,
  probe: oneKeyTwoTenants,

  observe({ series }) {
    return series.flatMap((each) => {
      const theirs = each.exchanges.find(({ request }) => request.credential === 'second');
      const results = resultsOf(each);
      const [first] = results;
      const second = results.find(({ exchange }) => exchange === theirs);
      if (first === undefined || theirs === undefined) return [];
      const isOurs = first.id !== undefined && first.id === second?.id;
      const result = isOurs ? 'our result' : 'a separate result';
      const words = hasIdOfAll(each, first) ? 'the id of all answers' : result;
      const value = isSuccess(theirs.answer)
        ? `${statusWords(theirs)}, ${words}`
        : failureWords(theirs);
      return [{ subject: each.label, value, exchange: theirs }];
    });
  },
};

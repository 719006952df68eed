import { isSuccess } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { failureWords, jsonIn, statusWords } from '../../observations/observation-words.ts';
import { oneKeyTwoTenants } from '../../probes/key-conflicts.ts';

export const keyOfAnotherTenant: Behaviour = {
  id: 'key-of-another-tenant',
  question: 'What does a key that another tenant has used get?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  secondKey: true,
  probe: oneKeyTwoTenants,

  observe({ series }) {
    return series.flatMap((each) => {
      const [ours, theirs] = each.exchanges;
      if (ours === undefined || theirs === undefined) return [];
      const [first, second] = [ours, theirs].map((exchange) => jsonIn(exchange)?.id);
      const same = first !== undefined && first === second ? ', our result' : ', a separate result';
      const value = isSuccess(theirs.answer)
        ? `${statusWords(theirs)}${same}`
        : failureWords(theirs);
      return [{ subject: each.label, value, exchange: theirs }];
    });
  },
};

import { replyId } from '../../../answers/reply.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { firstResult, hasIdOfAll } from '../../findings/idempotent-results.ts';
import { failureWords, replyIn, statusWords } from '../../observations/observation-words.ts';
import { otherBodyOneKey } from '../../probes/key-conflicts.ts';

export const repeatedKeyOtherBody: Behaviour = {
  id: 'repeated-key-other-body',
  question: 'What does another body with the same Idempotency-Key get?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  probe: otherBodyOneKey,

  observe({ series }) {
    return series.flatMap((each) => {
      const other = each.exchanges[1];
      const first = firstResult(each);
      if (other === undefined || first === undefined) return [];
      const reply = replyIn(other);
      const success = reply !== undefined && isSuccess(reply);
      const replayed = success && first.id !== undefined && replyId(reply) === first.id;
      const result = replayed ? ', the result of the first body' : ', a separate result';
      const words = hasIdOfAll(each, first) ? ', the id of all answers' : result;
      const value = success
        ? `${statusWords(other)}${first.id === undefined ? '' : words}`
        : failureWords(other);
      return [{ subject: each.label, value, exchange: other }];
    });
  },
};

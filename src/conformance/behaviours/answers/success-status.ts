import { isSuccess } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { byOperation, failureWords, statusWords } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const successStatus: Behaviour = {
  id: 'success-status',
  question: 'Which status does each operation return on success?',
  silence: 'Success and failure status codes of every endpoint: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(exchanges, (exchange) => {
      return isSuccess(exchange.answer)
        ? statusWords(exchange)
        : `no success: ${failureWords(exchange)}`;
    });
  },
};

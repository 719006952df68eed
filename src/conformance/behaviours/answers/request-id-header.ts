import type { Behaviour } from '../../behaviour.ts';
import { byOperation } from '../../observations/observation-words.ts';
import { requestIdWords } from '../../observations/request-ids.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const requestIdHeader: Behaviour = {
  id: 'request-id-header',
  question: 'Does an answer have a request id?',
  silence: 'The interface names no header of an answer.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(exchanges, (exchange) => requestIdWords(exchange, exchanges));
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { byOperation, headerWords, successes } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const jsonMediaType: Behaviour = {
  id: 'json-media-type',
  question: 'Which media type and parameters does a JSON answer have?',
  silence: 'application/json is named; parameters such as charset are not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(successes(exchanges), (exchange) => headerWords(exchange, 'content-type'));
  },
};

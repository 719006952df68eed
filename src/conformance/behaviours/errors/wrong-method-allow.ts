import type { Behaviour } from '../../behaviour.ts';
import { headerWords, ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const wrongMethodAllow: Behaviour = {
  id: 'wrong-method-allow',
  question: 'Does the answer to a wrong method name the supported ones?',
  silence: 'The interface names no header of an answer.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a wrong method', (exchange) => headerWords(exchange, 'allow'));
  },
};

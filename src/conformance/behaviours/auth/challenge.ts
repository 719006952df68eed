import type { Behaviour } from '../../behaviour.ts';
import { headerWords, ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const challenge: Behaviour = {
  id: 'challenge',
  question: 'Which challenge does a request without a key get?',
  silence: 'The answer to a request without a valid key: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'no key', (exchange) => headerWords(exchange, 'www-authenticate'));
  },
};

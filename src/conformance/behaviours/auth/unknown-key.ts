import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const unknownKey: Behaviour = {
  id: 'unknown-key',
  question: 'What does a key get that was never issued?',
  silence: 'What a request without a good key is told: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a key that was never issued');
  },
};

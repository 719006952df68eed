import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const unknownKey: Behaviour = {
  id: 'unknown-key',
  question: 'What does a key that was never issued get?',
  silence: 'The answer to a request without a valid key: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a key that was never issued');
  },
};

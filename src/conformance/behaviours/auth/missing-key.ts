import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const missingKey: Behaviour = {
  id: 'missing-key',
  question: 'What does a request without a key get?',
  silence: 'What a request without a good key is told: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'no key');
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const missingKey: Behaviour = {
  id: 'missing-key',
  question: 'What does a request without a key get?',
  silence: 'The answer to a request without a valid key: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'no key');
  },
};

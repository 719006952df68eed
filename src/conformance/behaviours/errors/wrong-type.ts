import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const wrongType: Behaviour = {
  id: 'wrong-type',
  question: 'What does a field of the wrong type get?',
  silence:
    'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a field of the wrong type');
  },
};

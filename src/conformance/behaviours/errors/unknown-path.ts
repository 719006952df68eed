import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const unknownPath: Behaviour = {
  id: 'unknown-path',
  question: 'What does an unknown path get?',
  silence:
    'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'an unknown path');
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const unknownRole: Behaviour = {
  id: 'unknown-role',
  question: 'What does an unknown role get?',
  silence: 'The roles system and user are used; what others get is not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'an unknown role');
  },
};

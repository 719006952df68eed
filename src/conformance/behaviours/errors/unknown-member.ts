import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const unknownMember: Behaviour = {
  id: 'unknown-member',
  question: 'What does an unknown field get?',
  silence: 'Required status, limits and further fields of the request: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'an unknown field');
  },
};

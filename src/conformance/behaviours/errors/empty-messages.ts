import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const emptyMessages: Behaviour = {
  id: 'empty-messages',
  question: 'What does an empty list of messages get?',
  silence:
    'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'no messages');
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const anotherScheme: Behaviour = {
  id: 'another-scheme',
  question: 'What does a scheme other than Bearer get?',
  silence: 'The answer to a request without a valid key: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'another scheme than Bearer');
  },
};

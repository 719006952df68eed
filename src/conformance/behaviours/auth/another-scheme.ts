import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const anotherScheme: Behaviour = {
  id: 'another-scheme',
  question: 'What does another scheme than bearer get?',
  silence: 'What a request without a good key is told: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'no bearer scheme');
  },
};

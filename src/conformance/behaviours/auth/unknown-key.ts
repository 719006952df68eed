import type { Behaviour } from '../../behaviour.ts';
import { refusals } from '../../probes/left-open.ts';
import { ofLabel } from '../../sightings.ts';

export const unknownKey: Behaviour = {
  id: 'unknown-key',
  question: 'What does a key get that was never issued?',
  silence: 'What a request without a good key is told: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(seen) {
    return ofLabel(seen, 'a key that was never issued');
  },
};

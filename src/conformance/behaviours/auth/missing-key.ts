import type { Behaviour } from '../../behaviour.ts';
import { refusals } from '../../probes/left-open.ts';
import { ofLabel } from '../../sightings.ts';

export const missingKey: Behaviour = {
  id: 'missing-key',
  question: 'What does a request without a key get?',
  silence: 'What a request without a good key is told: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(seen) {
    return ofLabel(seen, 'no key');
  },
};

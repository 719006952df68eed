import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const temperatureOutOfBounds: Behaviour = {
  id: 'temperature-out-of-bounds',
  question: 'What does a temperature of 99 get?',
  silence: 'Limits of n, duration, temperature and request sizes: not shown.',
  operation: 'chat',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a value out of range');
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const readOfUnknownJob: Behaviour = {
  id: 'read-of-unknown-job',
  question: 'What does a read of an unknown job get?',
  silence:
    'HTTP status codes, the values of type and code, and the conditions that cause them: not shown.',
  operation: 'video-read',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a read of an unknown job');
  },
};

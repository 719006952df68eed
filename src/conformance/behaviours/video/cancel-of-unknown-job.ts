import type { Behaviour } from '../../behaviour.ts';
import { ofLabel } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const cancelOfUnknownJob: Behaviour = {
  id: 'cancel-of-unknown-job',
  question: 'What does a DELETE of an unknown job get?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  operation: 'video-cancel',
  probe: refusals,

  observe(results) {
    return ofLabel(results, 'a cancel of an unknown job');
  },
};

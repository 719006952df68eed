import type { Behaviour } from '../../behaviour.ts';
import { disconnectsSeen } from '../../observations/upstream-observations.ts';
import { leftAnswers } from '../../probes/left-answers.ts';

export const disconnectBeforeAnswer: Behaviour = {
  id: 'disconnect-before-answer',
  question: 'When a caller disconnects before its answer, how soon does the provider see it?',
  silence: 'What a gateway does when a client disconnects: not shown.',
  upstream: true,
  probe: leftAnswers,

  observe({ relays }) {
    return disconnectsSeen(relays);
  },
};

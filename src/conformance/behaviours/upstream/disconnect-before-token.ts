import type { Behaviour } from '../../behaviour.ts';
import { disconnectsSeen } from '../../observations/upstream-observations.ts';
import { leftBeforeToken } from '../../probes/left-before-token.ts';

export const disconnectBeforeToken: Behaviour = {
  id: 'disconnect-before-token',
  question: 'When a caller disconnects before the first token, how soon does the provider see it?',
  silence: 'What a gateway does when a client disconnects: not shown.',
  upstream: true,
  probe: leftBeforeToken,

  observe({ relays }) {
    return disconnectsSeen(relays);
  },
};

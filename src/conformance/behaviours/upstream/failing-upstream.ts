import type { Behaviour } from '../../behaviour.ts';
import { failuresSeen } from '../../observations/upstream-observations.ts';
import { failingUpstream as probe } from '../../probes/failing-upstream.ts';

export const failingUpstream: Behaviour = {
  id: 'failing-upstream',
  question:
    'What does a caller get when the provider refuses or fails, and after how many requests?',
  silence: 'What a gateway does when its provider fails: not shown.',
  upstream: true,
  probe,

  observe({ relays }) {
    return failuresSeen(relays);
  },
};

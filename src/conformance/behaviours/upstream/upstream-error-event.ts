import type { Behaviour } from '../../behaviour.ts';
import { failuresSeen } from '../../observations/upstream-observations.ts';
import { errorsUpstream } from '../../probes/bad-upstream.ts';

export const upstreamErrorEvent: Behaviour = {
  id: 'upstream-error-event',
  question: 'How does a caller see an error event in the stream of the provider?',
  silence: 'What a failure in a stream looks like: not shown.',
  upstream: true,
  probe: errorsUpstream,

  observe({ relays }) {
    return failuresSeen(relays);
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { failuresSeen } from '../../observations/upstream-observations.ts';
import { cutUpstream } from '../../probes/cut-upstream.ts';

export const cutUpstreamStream: Behaviour = {
  id: 'cut-upstream-stream',
  question: 'How does a stream end for a caller when the provider does not complete it?',
  silence: 'What a failure in a stream looks like: not shown.',
  upstream: true,
  probe: cutUpstream,

  observe({ relays }) {
    return failuresSeen(relays);
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { failuresSeen } from '../../observations/upstream-observations.ts';
import { badUpstream } from '../../probes/bad-upstream.ts';

export const brokenUpstreamAnswer: Behaviour = {
  id: 'broken-upstream-answer',
  question: 'What does a caller get when the answer of the provider is broken, a page, or empty?',
  silence: 'What a gateway does when its provider fails: not shown.',
  upstream: true,
  probe: badUpstream,

  observe({ relays }) {
    return failuresSeen(relays);
  },
};

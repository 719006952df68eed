import type { Behaviour } from '../../behaviour.ts';
import { disconnectsSeen } from '../../observations/upstream-observations.ts';
import { leftStreams } from '../../probes/left-streams.ts';

export const disconnectInStream: Behaviour = {
  id: 'disconnect-in-stream',
  question: 'When a caller disconnects within a stream, how soon does the provider see it?',
  silence: 'What a gateway does when a client disconnects: not shown.',
  upstream: true,
  probe: leftStreams,

  observe({ relays }) {
    return disconnectsSeen(relays);
  },
};

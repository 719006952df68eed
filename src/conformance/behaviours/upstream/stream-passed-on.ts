import type { Behaviour } from '../../behaviour.ts';
import { paceSeen } from '../../observations/upstream-observations.ts';
import { relayedPace } from '../../probes/relayed-pace.ts';

export const streamPassedOn: Behaviour = {
  id: 'stream-passed-on',
  question: 'Are the tokens of the provider passed on as they come?',
  silence: 'When a gateway writes what it reads: not shown.',
  upstream: true,
  probe: relayedPace,

  observe({ relays }) {
    return paceSeen(relays);
  },
};

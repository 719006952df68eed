import type { Behaviour } from '../../behaviour.ts';
import { returnedHeaders } from '../../observations/header-observations.ts';
import { upstreamHeaders } from '../../probes/upstream-headers.ts';

export const upstreamResponseHeaders: Behaviour = {
  id: 'upstream-response-headers',
  question: 'Which headers of the provider reach a caller?',
  silence: 'Response headers: not shown.',
  operation: 'chat',
  upstream: true,
  probe: upstreamHeaders,

  observe({ relays }) {
    return returnedHeaders(relays);
  },
};

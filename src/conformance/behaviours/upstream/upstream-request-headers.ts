import type { Behaviour } from '../../behaviour.ts';
import {
  addedHeaders,
  changedHeaders,
  forwardedHeaders,
} from '../../observations/header-observations.ts';
import { upstreamHeaders } from '../../probes/upstream-headers.ts';

export const upstreamRequestHeaders: Behaviour = {
  id: 'upstream-request-headers',
  question:
    'Which headers of a caller reach the provider, and which does the gateway change or add?',
  silence: 'What a gateway sends to its provider: not shown.',
  operation: 'chat',
  upstream: true,
  probe: upstreamHeaders,

  observe({ relays }) {
    return [forwardedHeaders, changedHeaders, addedHeaders].flatMap((seen) => seen(relays));
  },
};

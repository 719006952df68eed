import type { Behaviour } from '../../behaviour.ts';
import { byOperation, headerNames } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const rateLimitHeaders: Behaviour = {
  id: 'rate-limit-headers',
  question: 'Does an answer show what remains of a rate limit?',
  silence: 'Rate limits: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(exchanges, (exchange) =>
      headerNames(exchange, /ratelimit|rate-limit|^retry-after$/),
    );
  },
};

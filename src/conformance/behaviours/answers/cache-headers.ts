import type { Behaviour } from '../../behaviour.ts';
import { byOperation, headerNames, headerWords } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const cacheHeaders: Behaviour = {
  id: 'cache-headers',
  question: 'Which cache headers does an answer have?',
  silence: 'The interface names no header of an answer.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(exchanges, (exchange) => {
      const others = headerNames(exchange, /^(?:etag|expires|last-modified|vary|pragma)$/);
      return `${headerWords(exchange, 'cache-control')}; others: ${others}`;
    });
  },
};

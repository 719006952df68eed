import type { Behaviour } from '../../behaviour.ts';
import { byOperation, headerNames } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const serverHeader: Behaviour = {
  id: 'server-header',
  question: 'Which software does an answer name?',
  silence: 'The interface names no header of an answer.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(exchanges, (exchange) =>
      headerNames(exchange, /^(?:server|via|x-powered-by)$/),
    );
  },
};

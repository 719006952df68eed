import type { Behaviour } from '../../behaviour.ts';
import { everyOperation } from '../../probes/left-open.ts';
import { byOperation, statusWords } from '../../sightings.ts';

export const successStatus: Behaviour = {
  id: 'success-status',
  question: 'Which status has a success of each operation?',
  silence: 'Success and failure status codes of every endpoint: not shown.',
  probe: everyOperation,

  observe({ exchanges }) {
    return byOperation(exchanges, statusWords);
  },
};

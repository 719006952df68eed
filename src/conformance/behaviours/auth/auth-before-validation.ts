import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { invalidWithoutKey } from '../../probes/unauthenticated.ts';

export const authBeforeValidation: Behaviour = {
  id: 'auth-before-validation',
  question: 'Is the key checked before the rest of the request?',
  silence: 'The order of authentication and validation: not shown.',
  probe: invalidWithoutKey,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};

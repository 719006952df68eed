import type { Behaviour } from '../../behaviour.ts';
import { byOperation, failureWords } from '../../observations/observation-words.ts';
import { oneKeyManyEndpoints } from '../../probes/key-conflicts.ts';

export const keyOfAnotherOperation: Behaviour = {
  id: 'key-of-another-operation',
  question: 'What does a key that another operation has used get?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  probe: oneKeyManyEndpoints,

  observe({ exchanges }) {
    return byOperation(exchanges.slice(1), failureWords);
  },
};

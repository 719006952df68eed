import type { Behaviour } from '../../behaviour.ts';
import { retryWords } from '../../observations/retry-observations.ts';
import { billableRetries } from '../../probes/key-retries.ts';

export const repeatedKey: Behaviour = {
  id: 'repeated-key',
  question: 'What does a repeated Idempotency-Key get?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  probe: billableRetries,

  observe({ series }) {
    return series.map(retryWords);
  },
};

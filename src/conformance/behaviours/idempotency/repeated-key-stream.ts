import type { Behaviour } from '../../behaviour.ts';
import { retryWords } from '../../observations/retry-observations.ts';
import { streamRetries } from '../../probes/key-retries.ts';

export const repeatedKeyStream: Behaviour = {
  id: 'repeated-key-stream',
  question: 'What does a repeated Idempotency-Key get when the first answer was a stream?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  probe: streamRetries,

  observe({ series }) {
    return series.map(retryWords);
  },
};

import type { Behaviour } from '../../behaviour.ts';
import { raceObservations } from '../../observations/retry-observations.ts';
import { keyInFlight } from '../../probes/unspecified.ts';

export const retryInFlight: Behaviour = {
  id: 'retry-in-flight',
  question: 'What does a retry get while the first request is still in flight?',
  silence: 'Behavior when the same Idempotency-Key is repeated: not shown.',
  probe: keyInFlight,

  observe({ series }) {
    return series.flatMap(raceObservations);
  },
};

import type { Alteration } from '../hooks.ts';
import { lateClaim } from '../state/late-claim.ts';

export const idemStreamRace: Alteration = {
  id: 'idem-stream-race',
  summary: 'The gateway looks up the Idempotency-Key of a stream and stores it in two steps.',
  hooks({ claim }) {
    const late = lateClaim(claim);
    return {
      claim: (retryable, steps) =>
        retryable.stream ? late(retryable, steps) : claim(retryable, steps),
    };
  },
};

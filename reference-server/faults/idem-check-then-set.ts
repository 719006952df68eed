import type { Alteration } from '../hooks.ts';
import { lateClaim } from '../state/late-claim.ts';

export const idemCheckThenSet: Alteration = {
  id: 'idem-check-then-set',
  summary:
    'The gateway looks up an Idempotency-Key and stores it in two steps, with a gap between them.',
  hooks: ({ claim }) => ({ claim: lateClaim(claim) }),
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';

/** As long as concurrent requests take to arrive on a busy machine. */
const GAP_MS = 100;

export const idemCheckThenSet: Alteration = {
  id: 'idem-check-then-set',
  summary:
    'The gateway looks up an Idempotency-Key and stores it in two steps, with a gap between them.',
  hooks: ({ claim }) => ({
    async claim(retryable, steps) {
      const name = steps.nameRecord(retryable);
      if (name === undefined) return claim(retryable, steps);
      const found = steps.lookUp(name, retryable);
      if (found !== undefined) return found;
      await sleep(GAP_MS);
      return steps.begin(name, retryable);
    },
  }),
};

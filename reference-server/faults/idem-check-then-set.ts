import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';

const GAP_MS = 20;

export const idemCheckThenSet: Alteration = {
  id: 'idem-check-then-set',
  summary: 'The look-up of an Idempotency-Key and its claim are two steps with a gap between.',
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

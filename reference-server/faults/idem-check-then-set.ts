import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';

const GAP_MS = 5;

export const idemCheckThenSet: Alteration = {
  id: 'idem-check-then-set',
  summary: 'The look-up of an Idempotency-Key and its claim are two steps with a gap between.',
  hooks: ({ claim, nameRecord, lookUp, begin }) => ({
    async claim(retryable) {
      const name = nameRecord(retryable);
      if (name === undefined) return claim(retryable);
      const found = lookUp(name, retryable);
      if (found !== undefined) return found;
      await sleep(GAP_MS);
      return begin(name, retryable);
    },
  }),
};

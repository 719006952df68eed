import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';

/** As long as concurrent requests take to arrive on a busy machine. */
const GAP_MS = 100;

export const relayKeyRace: Alteration = {
  id: 'relay-key-race',
  summary: 'Concurrent requests with one Idempotency-Key all call the provider.',
  needsUpstream: true,
  hooks: ({ claim }) => ({
    async claim(retryable, steps) {
      const name = steps.nameRecord(retryable);
      if (name === undefined) return await claim(retryable, steps);
      const found = steps.lookUp(name, retryable);
      if (found !== undefined) return found;
      await sleep(GAP_MS);
      return steps.begin(name, retryable);
    },
  }),
};

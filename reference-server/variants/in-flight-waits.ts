import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

const INTERVAL_MS = 5;
const PATIENCE_MS = 30_000;

export const inFlightWaits: Alteration = {
  id: 'in-flight-waits',
  summary: 'A retry in flight waits for the result of the first request.',
  hooks: ({ claim }) => ({
    async claim(retryable, steps) {
      const giveUpMs = performance.now() + PATIENCE_MS;
      for (;;) {
        try {
          return await claim(retryable, steps);
        } catch (error) {
          const inFlight = error instanceof Refusal && error.code === 'idempotency_in_flight';
          if (!inFlight || performance.now() > giveUpMs) throw error;
          await sleep(INTERVAL_MS);
        }
      }
    },
  }),
};

import type { Alteration } from '../hooks.ts';
import type { Claimed } from '../state/idempotency.ts';

export const idemStreamShared: Alteration = {
  id: 'idem-stream-shared',
  summary: 'The stream of an Idempotency-Key is replayed to any tenant and for any body.',
  hooks({ claim }) {
    const streams = new Map<string, Claimed>();
    return {
      async claim(retryable, steps) {
        const { key, stream, operation } = retryable;
        if (key === undefined || !stream) return await claim(retryable, steps);
        const name = `${operation} ${key}`;
        const known = streams.get(name);
        if (known !== undefined) return known;
        const claimed = await claim(retryable, steps);
        if (claimed.kind !== 'fresh') return claimed;
        const settle = claimed.claim.settle.bind(claimed.claim);
        return {
          ...claimed,
          claim: {
            release: () => claimed.claim.release(),
            settle(result, sizeBytes) {
              streams.set(name, { kind: 'replay', result });
              settle(result, sizeBytes);
            },
          },
        };
      },
    };
  },
};

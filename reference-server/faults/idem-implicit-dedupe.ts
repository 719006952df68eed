import type { Alteration } from '../hooks.ts';

export const idemImplicitDedupe: Alteration = {
  id: 'idem-implicit-dedupe',
  summary: 'Equal requests without an Idempotency-Key get one result.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) =>
      nameRecord({ ...retryable, key: retryable.key ?? retryable.fingerprint }),
  }),
};

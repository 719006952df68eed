import type { Alteration } from '../hooks.ts';

export const idemImplicitDedupe: Alteration = {
  id: 'idem-implicit-dedupe',
  summary: 'Equal requests without an Idempotency-Key are one request.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) =>
      nameRecord({ ...retryable, key: retryable.key ?? retryable.fingerprint }),
  }),
};

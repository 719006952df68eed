import type { Alteration } from '../hooks.ts';

export const idemStreamKeyIgnored: Alteration = {
  id: 'idem-stream-key-ignored',
  summary: 'The Idempotency-Key of a responses stream is ignored.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) =>
      retryable.stream && retryable.operation === 'responses' ? undefined : nameRecord(retryable),
  }),
};

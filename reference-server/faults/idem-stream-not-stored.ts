import type { Alteration } from '../hooks.ts';

export const idemStreamNotStored: Alteration = {
  id: 'idem-stream-not-stored',
  summary: 'A retried stream is generated again.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) => (retryable.stream ? undefined : nameRecord(retryable)),
  }),
};

import type { Alteration } from '../hooks.ts';

export const keysOfAllOperations: Alteration = {
  id: 'keys-of-all-operations',
  summary: 'An Idempotency-Key that one operation has used is refused by the others.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) => nameRecord({ ...retryable, operation: 'chat' }),
  }),
};

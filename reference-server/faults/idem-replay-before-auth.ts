import type { Alteration } from '../hooks.ts';
import type { PostOperation } from '../routes.ts';

const OPERATIONS: readonly PostOperation[] = [
  'chat',
  'responses',
  'images',
  'transcription',
  'video-create',
];

export const idemReplayBeforeAuth: Alteration = {
  id: 'idem-replay-before-auth',
  summary: 'A stored result is replayed before the key is checked.',
  hooks: ({ authorize, nameRecord }, { records }) => ({
    authorize(caller) {
      const { idempotencyKey: key } = caller;
      const stored = OPERATIONS.some((operation) => {
        const facts = { tenant: 'first', operation, key, fingerprint: '', stream: false } as const;
        return records.get(nameRecord(facts) ?? '')?.result !== undefined;
      });
      return stored ? 'first' : authorize(caller);
    },
  }),
};

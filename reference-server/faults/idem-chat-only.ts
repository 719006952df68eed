import type { Alteration } from '../hooks.ts';

export const idemChatOnly: Alteration = {
  id: 'idem-chat-only',
  summary: 'Only chat honours the Idempotency-Key.',
  hooks: ({ nameRecord }) => ({
    nameRecord: (retryable) => (retryable.operation === 'chat' ? nameRecord(retryable) : undefined),
  }),
};

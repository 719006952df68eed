import type { Alteration } from '../hooks.ts';

export const chatCreatedMillis: Alteration = {
  id: 'chat-created-millis',
  summary: 'Times are in milliseconds since the epoch.',
  hooks: () => ({ timestamp: () => Date.now() }),
};

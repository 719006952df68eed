import type { Alteration } from '../hooks.ts';

export const chatAlwaysSse: Alteration = {
  id: 'chat-always-sse',
  summary: 'Chat is streamed whatever the switch says.',
  hooks: ({ wantsStream }) => ({
    wantsStream: (body, operation) => operation === 'chat' || wantsStream(body, operation),
  }),
};

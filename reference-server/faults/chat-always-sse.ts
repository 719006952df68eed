import type { Alteration } from '../hooks.ts';

export const chatAlwaysSse: Alteration = {
  id: 'chat-always-sse',
  summary: 'Chat is always streamed, whatever the stream switch is.',
  hooks: ({ wantsStream }) => ({
    wantsStream: (body, operation) => operation === 'chat' || wantsStream(body, operation),
  }),
};

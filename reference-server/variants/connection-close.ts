import type { Alteration } from '../hooks.ts';

export const connectionClose: Alteration = {
  id: 'connection-close',
  summary: 'Every answer to a completely received request closes the connection.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
      const closing = response.req.complete ? { connection: 'close' } : {};
      send(response, { ...answer, headers: { ...answer.headers, ...closing } });
    },
    streamHeaders: (operation) => ({ ...streamHeaders(operation), connection: 'close' }),
  }),
};

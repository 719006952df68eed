import type { Alteration } from '../hooks.ts';

export const connectionClose: Alteration = {
  id: 'connection-close',
  summary: 'Every answer to a request that has come whole closes its connection.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      // To close on a caller who still sends may cost the answer (RFC 9112 §9.6).
      const closing = response.req.complete ? { connection: 'close' } : {};
      send(response, { ...answer, headers: { ...answer.headers, ...closing } });
    },
    streamHeaders: (operation) => ({ ...streamHeaders(operation), connection: 'close' }),
  }),
};

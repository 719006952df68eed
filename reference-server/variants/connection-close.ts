import type { Alteration } from '../hooks.ts';

export const connectionClose: Alteration = {
  id: 'connection-close',
  summary: 'Every answer closes its connection.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      send(response, { ...answer, headers: { ...answer.headers, connection: 'close' } });
    },
    streamHeaders: (operation) => ({ ...streamHeaders(operation), connection: 'close' }),
  }),
};

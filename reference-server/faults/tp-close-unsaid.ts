import type { Alteration } from '../hooks.ts';

export const tpCloseUnsaid: Alteration = {
  id: 'tp-close-unsaid',
  summary: 'After an error the connection is closed without Connection: close.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const { socket, req } = response;
      // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
      const closes = answer.status >= 400 && req.complete;
      // Servers close in a later turn of their event loop.
      if (closes) response.once('finish', () => setImmediate(() => socket?.end()));
      send(response, answer);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

const EXTRA = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';

export const tpDesync: Alteration = {
  id: 'tp-desync',
  summary: 'After a refused body the connection has an answer without a request.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const { socket, req } = response;
      const refused = req.method === 'POST' && answer.status >= 400;
      if (refused) response.once('finish', () => socket?.write(EXTRA));
      send(response, answer);
    },
  }),
};

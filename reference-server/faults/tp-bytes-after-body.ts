import type { Alteration } from '../hooks.ts';

const SECOND = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

export const tpBytesAfterBody: Alteration = {
  id: 'tp-bytes-after-body',
  summary: 'A second answer follows that to a chat in one body, without a request.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const { socket } = response;
      const isChat = response.req.url === '/chat/completions' && answer.status === 200;
      if (isChat) response.on('finish', () => socket?.write(SECOND));
      send(response, answer);
    },
  }),
};

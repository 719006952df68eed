import type { Alteration } from '../hooks.ts';

export const tpBytesAfterBody: Alteration = {
  id: 'tp-bytes-after-body',
  summary: 'More bytes follow the end of a chat in one body.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const { socket } = response;
      const isChat = response.req.url === '/chat/completions' && answer.status === 200;
      if (isChat) response.on('finish', () => socket?.write('{"more":true}'));
      send(response, answer);
    },
  }),
};

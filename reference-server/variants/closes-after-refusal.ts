import type { Socket } from 'node:net';
import type { Alteration } from '../hooks.ts';

export const closesAfterRefusal: Alteration = {
  id: 'closes-after-refusal',
  summary: 'After a refusal a connection is closed, unannounced, before its next result is there.',
  hooks({ send }) {
    const refusing = new WeakSet<Socket>();
    return {
      send(response, answer) {
        const { socket } = response;
        if (socket !== null && answer.status >= 400) refusing.add(socket);
        else if (socket !== null && refusing.has(socket)) {
          socket.destroy();
          return;
        }
        send(response, answer);
      },
    };
  },
};

import type { Socket } from 'node:net';
import { failure } from './good-answers.ts';
import { answerJson } from './writing.ts';

/**
 * Takes a connection before its request is complete: a read gets a 404, and `post` has the
 * connection as soon as another request begins.
 */
export function onPost(post: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    const begin = (data: Buffer): void => {
      if (data.toString('latin1', 0, 5) !== 'POST ') {
        answerJson(socket, failure('There is no such path.'), { status: '404 Not Found' });
        return;
      }
      socket.off('data', begin);
      post(socket);
    };
    socket.on('data', begin);
  };
}

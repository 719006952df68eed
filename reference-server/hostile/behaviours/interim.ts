import type { Behaviours } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { answerJson, pour, repeat } from '../writing.ts';

/** Interim answers (1xx), before the final one or in place of it. */
export const interim: Behaviours = {
  'interim-endless': {
    summary: '100 Continue forever.',
    answer: ({ socket }) => void pour(socket, () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(64)),
  },
  'interim-endless-hints': {
    summary: '103 Early Hints forever, with a header of 1 kB.',
    answer: ({ socket }) =>
      void pour(socket, () => `HTTP/1.1 103 Early Hints\r\nLink: <${'x'.repeat(1000)}>\r\n\r\n`),
  },
  'interim-slow': {
    summary: '102 Processing each 100 ms, and no final answer.',
    answer: ({ socket }) => void repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 100),
  },
  'interim-thousand': {
    summary: 'A thousand interim answers, then the final one.',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000));
      answerJson(socket, completion());
    },
  },
  'interim-only': {
    summary: '100 Continue, then the end of the connection.',
    answer: ({ socket }) => void socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
  },
  'interim-101': {
    summary: '101 Switching Protocols to a protocol that no request named.',
    answer: ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: hostile\r\n\r\nbytes of it',
      ),
  },
};

import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { chatEvents, completion } from '../good-answers.ts';
import { onPost } from '../on-post.ts';
import { chunk, chunkedHead, drip, EVENTS_TYPE, head, repeat } from '../writing.ts';

const BODY = JSON.stringify(completion());
const HEAD = head('200 OK', {
  'Content-Type': 'application/json',
  'Content-Length': BODY.length,
  'X-Padding': 'x'.repeat(2000),
});

function stallAfter(bytes: string): ({ socket }: HostileRequest) => void {
  return ({ socket }) => void socket.write(bytes);
}

/** Answers that come one byte at a time, or stop before their end. The connection stays open. */
export const slow: Behaviours = {
  'slow-status-line': {
    summary: 'A status line, a byte each 100 ms.',
    answer: ({ socket }) => void drip(socket, `HTTP/1.1 200 ${'OK '.repeat(1000)}`),
  },
  'slow-headers': {
    summary: 'Headers, a byte each 100 ms.',
    answer: ({ socket }) => void drip(socket, HEAD),
  },
  'slow-body': {
    summary: 'A body, a byte each 100 ms.',
    answer: ({ socket }) => {
      socket.write(HEAD);
      drip(socket, BODY);
    },
  },
  'slow-white-space': {
    summary: 'A space each 100 ms, in place of a body.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      repeat(socket, chunk(' '), 100);
    },
  },
  'slow-chunk-size': {
    summary: 'The size of a chunk, a leading zero each 100 ms.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      repeat(socket, '0', 100);
    },
  },
  'slow-trailers': {
    summary: 'A complete body, then a trailer, a byte each 100 ms.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      socket.write(chunk(BODY));
      drip(socket, `0\r\nX-Trailer: ${'x'.repeat(10_000)}`);
    },
  },
  'slow-events': {
    summary: 'An event stream, a byte each 100 ms.',
    answer: ({ socket }) => {
      socket.write(head(200, { ...EVENTS_TYPE, Connection: 'close' }));
      drip(socket, chatEvents().join(''));
    },
  },
  'slow-comments': {
    summary: 'A comment of an event stream each 100 ms, and no event.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200, EVENTS_TYPE));
      repeat(socket, chunk(': still here\n\n'), 100);
    },
  },
  'stall-before-status': {
    summary: 'No byte of an answer.',
    answer: () => {},
  },
  'stall-in-status-line': {
    summary: 'Half of a status line, then nothing.',
    answer: stallAfter('HTTP/1.1 2'),
  },
  'stall-after-status-line': {
    summary: 'A status line, then nothing.',
    answer: stallAfter('HTTP/1.1 200 OK\r\n'),
  },
  'stall-after-headers': {
    summary: 'Headers, then nothing.',
    answer: stallAfter(HEAD),
  },
  'stall-in-body': {
    summary: 'Half of a body, then nothing.',
    answer: stallAfter(`${HEAD}${BODY.slice(0, 20)}`),
  },
  'stall-in-event': {
    summary: 'Half of an event, then nothing.',
    answer: stallAfter(`${chunkedHead(200, EVENTS_TYPE)}${chunk('data: {"id":"chatc')}`),
  },
  'stall-before-done': {
    summary: 'All events of a chat stream but [DONE], then nothing.',
    answer: ({ socket }) =>
      void socket.write(`${chunkedHead(200, EVENTS_TYPE)}${chunk(chatEvents().join(''))}`),
  },
  'stall-in-upload': {
    summary: 'The body of a request is never read, and nothing is answered.',
    connect: onPost((socket) => void socket.pause()),
  },
};

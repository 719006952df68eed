import type { Behaviours } from '../behaviour.ts';
import { answerChat, chatEvents, completion, DONE_EVENT } from '../good-answers.ts';
import { onPost } from '../on-post.ts';
import { answerJson, chunk, chunkedHead, EVENTS_TYPE, head, resetAfter } from '../writing.ts';

const BODY = JSON.stringify(completion());
const HEAD = head('200 OK', { 'Content-Type': 'application/json', 'Content-Length': BODY.length });

/** Connections that are reset, or closed, at every stage of an answer. */
export const resets: Behaviours = {
  'reset-on-connect': {
    summary: 'Each connection is reset immediately.',
    connect: (socket) => void socket.resetAndDestroy(),
  },
  'reset-in-request': {
    summary: 'The connection is reset as soon as a request with a body begins.',
    connect: onPost((socket) => void socket.resetAndDestroy()),
  },
  'reset-before-status': {
    summary: 'The connection is reset after the request.',
    answer: ({ socket }) => void socket.resetAndDestroy(),
  },
  'reset-in-status-line': {
    summary: 'The connection is reset within the status line.',
    answer: ({ socket }) => resetAfter(socket, 'HTTP/1.1 20'),
  },
  'reset-in-headers': {
    summary: 'The connection is reset within the headers.',
    answer: ({ socket }) => resetAfter(socket, HEAD.slice(0, 40)),
  },
  'reset-after-headers': {
    summary: 'The connection is reset between headers and body.',
    answer: ({ socket }) => resetAfter(socket, HEAD),
  },
  'reset-in-body': {
    summary: 'The connection is reset within the body.',
    answer: ({ socket }) => resetAfter(socket, `${HEAD}${BODY.slice(0, 50)}`),
  },
  'reset-in-event': {
    summary: 'The connection is reset within an event.',
    answer: ({ socket }) =>
      resetAfter(
        socket,
        `${chunkedHead(200, EVENTS_TYPE)}${chunk(chatEvents().join('').slice(0, -20))}`,
      ),
  },
  'reset-after-done': {
    summary: 'The connection is reset after [DONE], before the end of the body.',
    answer: ({ socket }) =>
      resetAfter(
        socket,
        `${chunkedHead(200, EVENTS_TYPE)}${chunk([...chatEvents(), DONE_EVENT].join(''))}`,
      ),
  },
  'reset-after-answer': {
    summary: 'The connection is reset after a complete answer that kept it open.',
    answer: ({ socket }) => {
      answerJson(socket, completion());
      resetAfter(socket, '');
    },
  },
  'reset-every-second': {
    summary: 'Every second request is reset, the others are answered.',
    answer: (request) => {
      if (request.before % 2 === 1) request.socket.resetAndDestroy();
      else answerChat(request);
    },
  },
  'close-before-status': {
    summary: 'The connection is closed after the request.',
    answer: ({ socket }) => void socket.end(),
  },
  'close-in-headers': {
    summary: 'The connection is closed within the headers.',
    answer: ({ socket }) => void socket.end(HEAD.slice(0, 40)),
  },
  'close-in-event': {
    summary: 'The connection is closed within an event.',
    answer: ({ socket }) =>
      void socket.end(
        head(200, { ...EVENTS_TYPE, Connection: 'close' }) + chatEvents().join('').slice(0, -20),
      ),
  },
};

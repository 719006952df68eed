import type { Behaviours } from '../behaviour.ts';
import { answerChat, chatEvents, completion, DONE_EVENT } from '../good-answers.ts';
import { onPost } from '../on-post.ts';
import { answers, EVENTS, ends, resetsAfter } from '../rows.ts';
import { answerJson, chunk, EVENTS_TYPE, head, resetAfter } from '../writing.ts';

const BODY = JSON.stringify(completion());
const HEAD = head('200 OK', { 'Content-Type': 'application/json', 'Content-Length': BODY.length });
const CUT_EVENTS = chatEvents().join('').slice(0, -20);

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
  'reset-before-status': answers(
    'The connection is reset after the request.',
    ({ socket }) => void socket.resetAndDestroy(),
  ),
  'reset-in-status-line': resetsAfter(
    'The connection is reset within the status line.',
    'HTTP/1.1 20',
  ),
  'reset-in-headers': resetsAfter('The connection is reset within the headers.', HEAD.slice(0, 40)),
  'reset-after-headers': resetsAfter('The connection is reset between headers and body.', HEAD),
  'reset-in-body': resetsAfter(
    'The connection is reset within the body.',
    `${HEAD}${BODY.slice(0, 50)}`,
  ),
  'reset-in-event': resetsAfter(
    'The connection is reset within an event.',
    `${EVENTS}${chunk(CUT_EVENTS)}`,
  ),
  'reset-after-done': resetsAfter(
    'The connection is reset after [DONE], before the end of the body.',
    `${EVENTS}${chunk([...chatEvents(), DONE_EVENT].join(''))}`,
  ),
  'reset-after-answer': answers(
    'The connection is reset after a complete answer that kept it open.',
    ({ socket }) => {
      answerJson(socket, completion());
      resetAfter(socket, '');
    },
  ),
  'reset-every-second': answers(
    'Every second request is reset, the others are answered.',
    (request) => {
      if (request.before % 2 === 1) request.socket.resetAndDestroy();
      else answerChat(request);
    },
  ),
  'close-before-status': ends('The connection is closed after the request.', () => ''),
  'close-in-headers': ends('The connection is closed within the headers.', () => HEAD.slice(0, 40)),
  'close-in-event': ends(
    'The connection is closed within an event.',
    () => head(200, { ...EVENTS_TYPE, Connection: 'close' }) + CUT_EVENTS,
  ),
};

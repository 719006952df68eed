import type { Behaviours } from '../behaviour.ts';
import { chatEvents, completion } from '../good-answers.ts';
import { onPost } from '../on-post.ts';
import { answers, CHUNKED, drips, EVENTS, repeats, writes } from '../rows.ts';
import { chunk, EVENTS_TYPE, head } from '../writing.ts';

const BODY = JSON.stringify(completion());
const HEAD = head('200 OK', {
  'Content-Type': 'application/json',
  'Content-Length': BODY.length,
  'X-Padding': 'x'.repeat(2000),
});

/** Answers that come one byte at a time, or stop before their end. The connection stays open. */
export const slow: Behaviours = {
  'slow-status-line': drips(
    'A status line, a byte each 100 ms.',
    '',
    `HTTP/1.1 200 ${'OK '.repeat(1000)}`,
  ),
  'slow-headers': drips('Headers, a byte each 100 ms.', '', HEAD),
  'slow-body': drips('A body, a byte each 100 ms.', HEAD, BODY),
  'slow-white-space': repeats('A space each 100 ms, in place of a body.', CHUNKED, chunk(' ')),
  'slow-chunk-size': repeats('The size of a chunk, a leading zero each 100 ms.', CHUNKED, '0'),
  'slow-trailers': drips(
    'A complete body, then a trailer, a byte each 100 ms.',
    `${CHUNKED}${chunk(BODY)}`,
    `0\r\nX-Trailer: ${'x'.repeat(10_000)}`,
  ),
  'slow-events': drips(
    'An event stream, a byte each 100 ms.',
    head(200, { ...EVENTS_TYPE, Connection: 'close' }),
    chatEvents().join(''),
  ),
  'slow-comments': repeats(
    'A comment of an event stream each 100 ms, and no event.',
    EVENTS,
    chunk(': still here\n\n'),
  ),
  'stall-before-status': answers('No byte of an answer.', () => {}),
  'stall-in-status-line': writes('Half of a status line, then nothing.', () => 'HTTP/1.1 2'),
  'stall-after-status-line': writes('A status line, then nothing.', () => 'HTTP/1.1 200 OK\r\n'),
  'stall-after-headers': writes('Headers, then nothing.', () => HEAD),
  'stall-in-body': writes('Half of a body, then nothing.', () => `${HEAD}${BODY.slice(0, 20)}`),
  'stall-in-event': writes(
    'Half of an event, then nothing.',
    () => `${EVENTS}${chunk('data: {"id":"chatc')}`,
  ),
  'stall-before-done': writes(
    'All events of a chat stream but [DONE], then nothing.',
    () => `${EVENTS}${chunk(chatEvents().join(''))}`,
  ),
  'stall-in-upload': {
    summary: 'The body of a request is never read, and nothing is answered.',
    connect: onPost((socket) => void socket.pause()),
  },
};

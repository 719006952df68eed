import type { Behaviours } from '../behaviour.ts';
import {
  answerChat,
  BODY,
  chatChunk,
  chatEvents,
  completion,
  DONE_EVENT,
  event,
} from '../good-answers.ts';
import { answers, CHUNKED, close, EVENTS, onPost, writes } from '../rows.ts';
import {
  answerJson,
  chunk,
  chunkedHead,
  drip,
  EVENTS_TYPE,
  head,
  pour,
  repeat,
  reset,
} from '../writing.ts';

const WORDS = 'word '.repeat(4096);

const CLOSING = { 'Content-Type': 'application/json', Connection: 'close' };

/** A new header in each call. */
function headerLines(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `X-Line-${count}: ${'x'.repeat(512)}\r\n`;
  };
}

/** Answers that never end and come as fast as the client reads. */
export const endless: Behaviours = {
  'endless-body': writes('A body in chunks that never ends, inside one JSON string.')(
    `${CHUNKED}${chunk('{"id":"')}`,
    pour(chunk(WORDS)),
  ),
  'endless-body-without-length': writes('A body without a length that never ends.')(
    head(200, CLOSING),
    pour(WORDS),
  ),
  'endless-error': writes('A 500 with a body that never ends.')(
    `${chunkedHead('500 Internal Server Error')}${chunk('{"error":{"message":"')}`,
    pour(chunk(WORDS)),
  ),
  'endless-white-space': writes('White space forever, before the JSON of the body.')(
    CHUNKED,
    pour(chunk(' \n'.repeat(4096))),
  ),
  'endless-array': writes('A JSON array of small objects that never ends.')(
    `${CHUNKED}${chunk('{"choices":[')}`,
    pour(chunk('{},'.repeat(4096))),
  ),
  'endless-headers': writes('Header lines forever.')('HTTP/1.1 200 OK\r\n', pour(headerLines())),
  'endless-header': writes('One header line that never ends.')(
    'HTTP/1.1 200 OK\r\nX-Line: ',
    pour('x'.repeat(4096)),
  ),
  'endless-status-line': writes('A status line that never ends.')(
    'HTTP/1.1 200 ',
    pour('OK '.repeat(1024)),
  ),
  'endless-trailers': writes('Trailer lines forever, after a complete body.')(
    `${CHUNKED}${chunk('{}')}0\r\n`,
    pour(headerLines()),
  ),
  'endless-events': writes('Correct events of a chat stream forever.')(
    EVENTS,
    pour(chunk(event(chatChunk('chatcmpl-endless', { content: 'word ' })).repeat(64))),
  ),
  'endless-comments': writes('Comments of an event stream forever, and no event.')(
    EVENTS,
    pour(chunk(': still here\n\n'.repeat(256))),
  ),
  'endless-event-line': writes('One data line of an event stream that never ends.')(
    `${EVENTS}${chunk('data: ')}`,
    pour(chunk(WORDS)),
  ),
  'endless-event': writes('One event of data lines that never ends.')(
    EVENTS,
    pour(chunk('data: word\n'.repeat(512))),
  ),
};

const SLOW_HEAD = head('200 OK', {
  'Content-Type': 'application/json',
  'Content-Length': BODY.length,
  'X-Padding': 'x'.repeat(2000),
});

/** Answers that come one byte at a time, or stop before their end. The connection stays open. */
export const slow: Behaviours = {
  'slow-status-line': writes('A status line, a byte each 100 ms.')(
    '',
    drip(`HTTP/1.1 200 ${'OK '.repeat(1000)}`),
  ),
  'slow-headers': writes('Headers, a byte each 100 ms.')('', drip(SLOW_HEAD)),
  'slow-body': writes('A body, a byte each 100 ms.')(SLOW_HEAD, drip(BODY)),
  'slow-white-space': writes('A space each 100 ms, in place of a body.')(
    CHUNKED,
    repeat(chunk(' ')),
  ),
  'slow-chunk-size': writes('The size of a chunk, a leading zero each 100 ms.')(
    CHUNKED,
    repeat('0'),
  ),
  'slow-trailers': writes('A complete body, then a trailer, a byte each 100 ms.')(
    `${CHUNKED}${chunk(BODY)}`,
    drip(`0\r\nX-Trailer: ${'x'.repeat(10_000)}`),
  ),
  'slow-events': writes('An event stream, a byte each 100 ms.')(
    head(200, { ...EVENTS_TYPE, Connection: 'close' }),
    drip(chatEvents().join('')),
  ),
  'slow-comments': writes('A comment of an event stream each 100 ms, and no event.')(
    EVENTS,
    repeat(chunk(': still here\n\n')),
  ),
  'stall-before-status': answers('No byte of an answer.')(() => {}),
  'stall-in-status-line': writes('Half of a status line, then nothing.')('HTTP/1.1 2'),
  'stall-after-status-line': writes('A status line, then nothing.')('HTTP/1.1 200 OK\r\n'),
  'stall-after-headers': writes('Headers, then nothing.')(SLOW_HEAD),
  'stall-in-body': writes('Half of a body, then nothing.')(`${SLOW_HEAD}${BODY.slice(0, 20)}`),
  'stall-in-event': writes('Half of an event, then nothing.')(
    `${EVENTS}${chunk('data: {"id":"chatc')}`,
  ),
  'stall-before-done': writes('All events of a chat stream but [DONE], then nothing.')(
    `${EVENTS}${chunk(chatEvents().join(''))}`,
  ),
  'stall-in-upload': {
    summary: 'The body of a request is never read, and nothing is answered.',
    connect: onPost((socket) => void socket.pause()),
  },
};

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
  'reset-before-status': answers('The connection is reset after the request.')(
    ({ socket }) => void socket.resetAndDestroy(),
  ),
  'reset-in-status-line': writes('The connection is reset within the status line.')(
    'HTTP/1.1 20',
    reset,
  ),
  'reset-in-headers': writes('The connection is reset within the headers.')(
    HEAD.slice(0, 40),
    reset,
  ),
  'reset-after-headers': writes('The connection is reset between headers and body.')(HEAD, reset),
  'reset-in-body': writes('The connection is reset within the body.')(
    `${HEAD}${BODY.slice(0, 50)}`,
    reset,
  ),
  'reset-in-event': writes('The connection is reset within an event.')(
    `${EVENTS}${chunk(CUT_EVENTS)}`,
    reset,
  ),
  'reset-after-done': writes('The connection is reset after [DONE], before the end of the body.')(
    `${EVENTS}${chunk([...chatEvents(), DONE_EVENT].join(''))}`,
    reset,
  ),
  'reset-after-answer': answers(
    'The connection is reset after a complete answer that kept it open.',
  )(({ socket }) => {
    answerJson(socket, completion());
    reset(socket);
  }),
  'reset-every-second': answers('Every second request is reset, the others are answered.')(
    (request) => {
      if (request.before % 2 === 1) request.socket.resetAndDestroy();
      else answerChat(request);
    },
  ),
  'close-before-status': writes('The connection is closed after the request.')('', close),
  'close-in-headers': writes('The connection is closed within the headers.')(
    HEAD.slice(0, 40),
    close,
  ),
  'close-in-event': writes('The connection is closed within an event.')(
    head(200, { ...EVENTS_TYPE, Connection: 'close' }) + CUT_EVENTS,
    close,
  ),
};

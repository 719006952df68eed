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
import {
  answers,
  CHUNKED,
  drips,
  EVENTS,
  ends,
  onPost,
  pours,
  repeats,
  resetsAfter,
  writes,
} from '../rows.ts';
import {
  answerJson,
  type Bytes,
  chunk,
  chunkedHead,
  EVENTS_TYPE,
  head,
  resetAfter,
} from '../writing.ts';

const WORDS = 'word '.repeat(4096);

const CLOSING = { 'Content-Type': 'application/json', Connection: 'close' };

/** The same bytes in each call. */
const same = (bytes: Bytes) => () => () => bytes;

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
  'endless-body': pours('A body in chunks that never ends, inside one JSON string.')(
    `${CHUNKED}${chunk('{"id":"')}`,
    same(chunk(WORDS)),
  ),
  'endless-body-without-length': pours('A body without a length that never ends.')(
    head(200, CLOSING),
    same(WORDS),
  ),
  'endless-error': pours('A 500 with a body that never ends.')(
    `${chunkedHead('500 Internal Server Error')}${chunk('{"error":{"message":"')}`,
    same(chunk(WORDS)),
  ),
  'endless-white-space': pours('White space forever, before the JSON of the body.')(
    CHUNKED,
    same(chunk(' \n'.repeat(4096))),
  ),
  'endless-array': pours('A JSON array of small objects that never ends.')(
    `${CHUNKED}${chunk('{"choices":[')}`,
    same(chunk('{},'.repeat(4096))),
  ),
  'endless-headers': pours('Header lines forever.')('HTTP/1.1 200 OK\r\n', headerLines),
  'endless-header': pours('One header line that never ends.')(
    'HTTP/1.1 200 OK\r\nX-Line: ',
    same('x'.repeat(4096)),
  ),
  'endless-status-line': pours('A status line that never ends.')(
    'HTTP/1.1 200 ',
    same('OK '.repeat(1024)),
  ),
  'endless-trailers': pours('Trailer lines forever, after a complete body.')(
    `${CHUNKED}${chunk('{}')}0\r\n`,
    headerLines,
  ),
  'endless-events': pours('Correct events of a chat stream forever.')(
    EVENTS,
    same(chunk(event(chatChunk('chatcmpl-endless', { content: 'word ' })).repeat(64))),
  ),
  'endless-comments': pours('Comments of an event stream forever, and no event.')(
    EVENTS,
    same(chunk(': still here\n\n'.repeat(256))),
  ),
  'endless-event-line': pours('One data line of an event stream that never ends.')(
    `${EVENTS}${chunk('data: ')}`,
    same(chunk(WORDS)),
  ),
  'endless-event': pours('One event of data lines that never ends.')(
    EVENTS,
    same(chunk('data: word\n'.repeat(512))),
  ),
};

const SLOW_HEAD = head('200 OK', {
  'Content-Type': 'application/json',
  'Content-Length': BODY.length,
  'X-Padding': 'x'.repeat(2000),
});

/** Answers that come one byte at a time, or stop before their end. The connection stays open. */
export const slow: Behaviours = {
  'slow-status-line': drips('A status line, a byte each 100 ms.')(
    '',
    `HTTP/1.1 200 ${'OK '.repeat(1000)}`,
  ),
  'slow-headers': drips('Headers, a byte each 100 ms.')('', SLOW_HEAD),
  'slow-body': drips('A body, a byte each 100 ms.')(SLOW_HEAD, BODY),
  'slow-white-space': repeats('A space each 100 ms, in place of a body.')(CHUNKED, chunk(' ')),
  'slow-chunk-size': repeats('The size of a chunk, a leading zero each 100 ms.')(CHUNKED, '0'),
  'slow-trailers': drips('A complete body, then a trailer, a byte each 100 ms.')(
    `${CHUNKED}${chunk(BODY)}`,
    `0\r\nX-Trailer: ${'x'.repeat(10_000)}`,
  ),
  'slow-events': drips('An event stream, a byte each 100 ms.')(
    head(200, { ...EVENTS_TYPE, Connection: 'close' }),
    chatEvents().join(''),
  ),
  'slow-comments': repeats('A comment of an event stream each 100 ms, and no event.')(
    EVENTS,
    chunk(': still here\n\n'),
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
  'reset-in-status-line': resetsAfter('The connection is reset within the status line.')(
    'HTTP/1.1 20',
  ),
  'reset-in-headers': resetsAfter('The connection is reset within the headers.')(HEAD.slice(0, 40)),
  'reset-after-headers': resetsAfter('The connection is reset between headers and body.')(HEAD),
  'reset-in-body': resetsAfter('The connection is reset within the body.')(
    `${HEAD}${BODY.slice(0, 50)}`,
  ),
  'reset-in-event': resetsAfter('The connection is reset within an event.')(
    `${EVENTS}${chunk(CUT_EVENTS)}`,
  ),
  'reset-after-done': resetsAfter(
    'The connection is reset after [DONE], before the end of the body.',
  )(`${EVENTS}${chunk([...chatEvents(), DONE_EVENT].join(''))}`),
  'reset-after-answer': answers(
    'The connection is reset after a complete answer that kept it open.',
  )(({ socket }) => {
    answerJson(socket, completion());
    resetAfter(socket, '');
  }),
  'reset-every-second': answers('Every second request is reset, the others are answered.')(
    (request) => {
      if (request.before % 2 === 1) request.socket.resetAndDestroy();
      else answerChat(request);
    },
  ),
  'close-before-status': ends('The connection is closed after the request.')(''),
  'close-in-headers': ends('The connection is closed within the headers.')(HEAD.slice(0, 40)),
  'close-in-event': ends('The connection is closed within an event.')(
    head(200, { ...EVENTS_TYPE, Connection: 'close' }) + CUT_EVENTS,
  ),
};

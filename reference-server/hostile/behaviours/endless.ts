import type { Behaviours } from '../behaviour.ts';
import { chatChunk, event } from '../good-answers.ts';
import { CHUNKED, EVENTS, pours } from '../rows.ts';
import { type Bytes, chunk, chunkedHead, head } from '../writing.ts';

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
  'endless-body': pours(
    'A body in chunks that never ends, inside one JSON string.',
    `${CHUNKED}${chunk('{"id":"')}`,
    same(chunk(WORDS)),
  ),
  'endless-body-without-length': pours(
    'A body without a length that never ends.',
    head(200, CLOSING),
    same(WORDS),
  ),
  'endless-error': pours(
    'A 500 with a body that never ends.',
    `${chunkedHead('500 Internal Server Error')}${chunk('{"error":{"message":"')}`,
    same(chunk(WORDS)),
  ),
  'endless-white-space': pours(
    'White space forever, before the JSON of the body.',
    CHUNKED,
    same(chunk(' \n'.repeat(4096))),
  ),
  'endless-array': pours(
    'A JSON array of small objects that never ends.',
    `${CHUNKED}${chunk('{"choices":[')}`,
    same(chunk('{},'.repeat(4096))),
  ),
  'endless-headers': pours('Header lines forever.', 'HTTP/1.1 200 OK\r\n', headerLines),
  'endless-header': pours(
    'One header line that never ends.',
    'HTTP/1.1 200 OK\r\nX-Line: ',
    same('x'.repeat(4096)),
  ),
  'endless-status-line': pours(
    'A status line that never ends.',
    'HTTP/1.1 200 ',
    same('OK '.repeat(1024)),
  ),
  'endless-trailers': pours(
    'Trailer lines forever, after a complete body.',
    `${CHUNKED}${chunk('{}')}0\r\n`,
    headerLines,
  ),
  'endless-events': pours(
    'Correct events of a chat stream forever.',
    EVENTS,
    same(chunk(event(chatChunk('chatcmpl-endless', { content: 'word ' })).repeat(64))),
  ),
  'endless-comments': pours(
    'Comments of an event stream forever, and no event.',
    EVENTS,
    same(chunk(': still here\n\n'.repeat(256))),
  ),
  'endless-event-line': pours(
    'One data line of an event stream that never ends.',
    `${EVENTS}${chunk('data: ')}`,
    same(chunk(WORDS)),
  ),
  'endless-event': pours(
    'One event of data lines that never ends.',
    EVENTS,
    same(chunk('data: word\n'.repeat(512))),
  ),
};

import type { Behaviours } from '../behaviour.ts';
import { chatChunk, event } from '../good-answers.ts';
import { chunk, chunkedHead, EVENTS_TYPE, head, pour } from '../writing.ts';

const WORDS = chunk('word '.repeat(4096));
const JSON_TYPE = { 'Content-Type': 'application/json' };

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
  'endless-body': {
    summary: 'A body in chunks that never ends, inside one JSON string.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      socket.write(chunk('{"id":"'));
      pour(socket, () => WORDS);
    },
  },
  'endless-body-without-length': {
    summary: 'A body without a length that never ends.',
    answer: ({ socket }) => {
      socket.write(head(200, { ...JSON_TYPE, Connection: 'close' }));
      pour(socket, () => 'word '.repeat(4096));
    },
  },
  'endless-error': {
    summary: 'A 500 with a body that never ends.',
    answer: ({ socket }) => {
      socket.write(chunkedHead('500 Internal Server Error'));
      socket.write(chunk('{"error":{"message":"'));
      pour(socket, () => WORDS);
    },
  },
  'endless-white-space': {
    summary: 'White space forever, before the JSON of the body.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      pour(socket, () => chunk(' \n'.repeat(4096)));
    },
  },
  'endless-array': {
    summary: 'A JSON array of small objects that never ends.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      socket.write(chunk('{"choices":['));
      pour(socket, () => chunk('{},'.repeat(4096)));
    },
  },
  'endless-headers': {
    summary: 'Header lines forever.',
    answer: ({ socket }) => {
      const line = headerLines();
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, line);
    },
  },
  'endless-header': {
    summary: 'One header line that never ends.',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Line: ');
      pour(socket, () => 'x'.repeat(4096));
    },
  },
  'endless-status-line': {
    summary: 'A status line that never ends.',
    answer: ({ socket }) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, () => 'OK '.repeat(1024));
    },
  },
  'endless-trailers': {
    summary: 'Trailer lines forever, after a complete body.',
    answer: ({ socket }) => {
      const line = headerLines();
      socket.write(chunkedHead(200));
      socket.write(chunk('{}'));
      socket.write('0\r\n');
      pour(socket, line);
    },
  },
  'endless-events': {
    summary: 'Correct events of a chat stream forever.',
    answer: ({ socket }) => {
      const delta = event(chatChunk('chatcmpl-endless', { content: 'word ' }));
      socket.write(chunkedHead(200, EVENTS_TYPE));
      pour(socket, () => chunk(delta.repeat(64)));
    },
  },
  'endless-comments': {
    summary: 'Comments of an event stream forever, and no event.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200, EVENTS_TYPE));
      pour(socket, () => chunk(': still here\n\n'.repeat(256)));
    },
  },
  'endless-event-line': {
    summary: 'One data line of an event stream that never ends.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200, EVENTS_TYPE));
      socket.write(chunk('data: '));
      pour(socket, () => WORDS);
    },
  },
  'endless-event': {
    summary: 'One event of data lines that never ends.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200, EVENTS_TYPE));
      pour(socket, () => chunk('data: word\n'.repeat(512)));
    },
  },
};

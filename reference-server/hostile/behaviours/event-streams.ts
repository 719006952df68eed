import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { chatChunk, chatEvents, completion, DONE_EVENT, event } from '../good-answers.ts';
import {
  answerEvents,
  answerJson,
  chunk,
  chunkedHead,
  EVENTS_TYPE,
  head,
  pour,
} from '../writing.ts';

const MILLION = 1_000_000;

/** A stream of these texts; a request without the stream switch is answered correctly. */
function events(make: () => readonly (string | Buffer)[]): (request: HostileRequest) => void {
  return ({ socket, streams }) => {
    if (streams) answerEvents(socket, make());
    else answerJson(socket, completion());
  };
}

/** Many equal pieces of a stream, written as fast as the client reads. */
function many(piece: string, count: number): (request: HostileRequest) => void {
  return ({ socket, streams }) => {
    if (!streams) {
      answerJson(socket, completion());
      return;
    }
    const perChunk = 1000;
    let left = count / perChunk;
    const packed = chunk(piece.repeat(perChunk));
    socket.write(chunkedHead(200, EVENTS_TYPE));
    pour(socket, () => {
      left -= 1;
      return left >= 0 ? packed : '';
    });
  };
}

function joined(change: (text: string) => string): () => readonly string[] {
  return () => [change([...chatEvents(), DONE_EVENT].join(''))];
}

/** Event streams that are malformed or very large. */
export const eventStreams: Behaviours = {
  'events-million': {
    summary: 'A million events, then nothing.',
    answer: many(event(chatChunk('chatcmpl-million', { content: 'a' })), MILLION),
  },
  'events-million-complete': {
    summary: 'A million tiny events in 10 MB, then [DONE].',
    answer: events(() => [
      ...chatEvents(),
      ...Array(100).fill('data: {}\n\n'.repeat(10_000)),
      DONE_EVENT,
    ]),
  },
  'events-million-empty': {
    summary: 'A million events with empty data, then nothing.',
    answer: many('data:\n\n', MILLION),
  },
  'events-million-comments': {
    summary: 'A million comments, then nothing.',
    answer: many(':\n\n', MILLION),
  },
  'events-million-names': {
    summary: 'A million event fields without data, then nothing.',
    answer: many('event: a\n', MILLION),
  },
  'event-large': {
    summary: 'One event with 12 MB of content.',
    answer: events(() => [...chatEvents(['x'.repeat(12_000_000)]), DONE_EVENT]),
  },
  'event-deep': {
    summary: 'An event with JSON nested 100 000 deep.',
    answer: events(() => [
      `data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n\n`,
      ...chatEvents(),
      DONE_EVENT,
    ]),
  },
  'events-without-blank-lines': {
    summary: 'Events without the blank line between them.',
    answer: events(joined((text) => text.replaceAll('\n\n', '\n'))),
  },
  'events-cr': {
    summary: 'Lines that end with CR alone, and no [DONE].',
    answer: events(() => chatEvents().map((text) => text.replaceAll('\n', '\r'))),
  },
  'events-mixed-line-ends': {
    summary: 'Lines that end with CR, LF and CR LF in turn, the last one unfinished.',
    answer: events(() => [
      ...chatEvents().map((text, at) => text.replaceAll('\n', ['\r', '\n', '\r\n'][at % 3] ?? '')),
      'data: [DONE]',
    ]),
  },
  'events-nul-in-id': {
    summary: 'An id field with a NUL, and no [DONE].',
    answer: events(() => ['id: a\0b\n', ...chatEvents()]),
  },
  'events-huge-retry': {
    summary: 'A retry field of 30 digits, and no [DONE].',
    answer: events(() => [`retry: ${'9'.repeat(30)}\n\n`, ...chatEvents()]),
  },
  'event-without-data': {
    summary: 'Events with a name and an id but no data, and no [DONE].',
    answer: events(() => ['event: ping\nid: 1\n\n', 'event: error\n\n', ...chatEvents()]),
  },
  'event-name-with-escapes': {
    summary: 'Terminal escapes in the name of an event, and no [DONE].',
    answer: events(() => ['event: \u{1b}[2J\u{9b}31m\ndata: {"choices":1}\n\n', ...chatEvents()]),
  },
  'events-not-json': {
    summary: 'Events with data that is not JSON.',
    answer: events(() => [
      'data: \u{1b}[2Jhello\n\n',
      'data: {"id":\n\n',
      ...chatEvents(),
      DONE_EVENT,
    ]),
  },
  'events-invalid-utf8': {
    summary: 'Bytes in an event that are not UTF-8.',
    answer: events(() => [
      Buffer.from(chatEvents(['\u{ff}\u{fe}\u{c0}\u{80}']).join(''), 'latin1'),
      DONE_EVENT,
    ]),
  },
  'done-first': {
    summary: '[DONE] before all events.',
    answer: events(() => [DONE_EVENT, ...chatEvents()]),
  },
  'done-many': {
    summary: 'Ten thousand [DONE]s.',
    answer: events(() => [...chatEvents(), DONE_EVENT.repeat(10_000)]),
  },
  'done-never': {
    summary: 'A stream that ends without [DONE].',
    answer: events(() => chatEvents()),
  },
  'done-then-more': {
    summary: 'A second chat stream after [DONE].',
    answer: events(() => [...chatEvents(), DONE_EVENT, ...chatEvents(['more']), DONE_EVENT]),
  },
  'done-then-open': {
    summary: '[DONE], and then a connection that stays open with comments.',
    answer: ({ socket, streams }) => {
      if (!streams) return answerJson(socket, completion());
      socket.write(chunkedHead(200, EVENTS_TYPE));
      socket.write(chunk([...chatEvents(), DONE_EVENT].join('')));
      const timer = setInterval(() => socket.write(chunk(': still here\n\n')), 100);
      socket.on('close', () => clearInterval(timer));
    },
  },
  'events-as-html': {
    summary: 'A correct stream with the type text/html.',
    answer: ({ socket, streams }) => {
      if (!streams) return answerJson(socket, completion());
      socket.write(head(200, { 'Content-Type': 'text/html', Connection: 'close' }));
      socket.end([...chatEvents(), DONE_EVENT].join(''));
    },
  },
};

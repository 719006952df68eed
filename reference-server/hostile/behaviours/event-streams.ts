import type { Behaviour, Behaviours } from '../behaviour.ts';
import { answerChat, chatChunk, chatEvents, DONE_EVENT, event } from '../good-answers.ts';
import { answers, EVENTS, streams } from '../rows.ts';
import { chunk, head, pour } from '../writing.ts';

const MILLION = 1_000_000;

/** Many equal pieces of a stream, then nothing; they are written as fast as the client reads. */
function many(summary: string) {
  return (piece: string): Behaviour => {
    const perChunk = 1000;
    return answers(summary)((request) => {
      if (!request.streams) return answerChat(request);
      let left = MILLION / perChunk;
      const packed = chunk(piece.repeat(perChunk));
      request.socket.write(EVENTS);
      pour(() => {
        left -= 1;
        return left >= 0 ? packed : '';
      })(request.socket);
    });
  };
}

/** Event streams that are malformed or very large. */
export const eventStreams: Behaviours = {
  'events-million': many('A million events, then nothing.')(
    event(chatChunk('chatcmpl-million', { content: 'a' })),
  ),
  'events-million-complete': streams('A million tiny events in 10 MB, then [DONE].')(() => [
    ...chatEvents(),
    ...Array(100).fill('data: {}\n\n'.repeat(10_000)),
    DONE_EVENT,
  ]),
  'events-million-empty': many('A million events with empty data, then nothing.')('data:\n\n'),
  'events-million-comments': many('A million comments, then nothing.')(':\n\n'),
  'events-million-names': many('A million event fields without data, then nothing.')('event: a\n'),
  'event-large': streams('One event with 12 MB of content.')(() => [
    ...chatEvents(['x'.repeat(12_000_000)]),
    DONE_EVENT,
  ]),
  'event-deep': streams('An event with JSON nested 100 000 deep.')(() => [
    `data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n\n`,
    ...chatEvents(),
    DONE_EVENT,
  ]),
  'events-without-blank-lines': streams('Events without the blank line between them.')(() => [
    [...chatEvents(), DONE_EVENT].join('').replaceAll('\n\n', '\n'),
  ]),
  'events-cr': streams('Lines that end with CR alone, and no [DONE].')(() =>
    chatEvents().map((text) => text.replaceAll('\n', '\r')),
  ),
  'events-mixed-line-ends': streams(
    'Lines that end with CR, LF and CR LF in turn, the last one unfinished.',
  )(() => [
    ...chatEvents().map((text, at) => text.replaceAll('\n', ['\r', '\n', '\r\n'][at % 3] ?? '')),
    'data: [DONE]',
  ]),
  'events-nul-in-id': streams('An id field with a NUL, and no [DONE].')(() => [
    'id: a\0b\n',
    ...chatEvents(),
  ]),
  'events-huge-retry': streams('A retry field of 30 digits, and no [DONE].')(() => [
    `retry: ${'9'.repeat(30)}\n\n`,
    ...chatEvents(),
  ]),
  'event-without-data': streams('Events with a name and an id but no data, and no [DONE].')(() => [
    'event: ping\nid: 1\n\n',
    'event: error\n\n',
    ...chatEvents(),
  ]),
  'event-name-with-escapes': streams('Terminal escapes in the name of an event, and no [DONE].')(
    () => ['event: \u{1b}[2J\u{9b}31m\ndata: {"choices":1}\n\n', ...chatEvents()],
  ),
  'events-not-json': streams('Events with data that is not JSON.')(() => [
    'data: \u{1b}[2Jhello\n\n',
    'data: {"id":\n\n',
    ...chatEvents(),
    DONE_EVENT,
  ]),
  'events-invalid-utf8': streams('Bytes in an event that are not UTF-8.')(() => [
    Buffer.from(chatEvents(['\u{ff}\u{fe}\u{c0}\u{80}']).join(''), 'latin1'),
    DONE_EVENT,
  ]),
  'done-first': streams('[DONE] before all events.')(() => [DONE_EVENT, ...chatEvents()]),
  'done-many': streams('Ten thousand [DONE]s.')(() => [...chatEvents(), DONE_EVENT.repeat(10_000)]),
  'done-never': streams('A stream that ends without [DONE].')(() => chatEvents()),
  'done-then-more': streams('A second chat stream after [DONE].')(() => [
    ...chatEvents(),
    DONE_EVENT,
    ...chatEvents(['more']),
    DONE_EVENT,
  ]),
  'done-then-open': answers('[DONE], and then a connection that stays open with comments.')(
    (request) => {
      const { socket } = request;
      if (!request.streams) return answerChat(request);
      socket.write(EVENTS);
      socket.write(chunk([...chatEvents(), DONE_EVENT].join('')));
      const timer = setInterval(() => socket.write(chunk(': still here\n\n')), 100);
      socket.on('close', () => clearInterval(timer));
    },
  ),
  'events-as-html': answers('A correct stream with the type text/html.')((request) => {
    if (!request.streams) return answerChat(request);
    const html = head(200, { 'Content-Type': 'text/html', Connection: 'close' });
    request.socket.end(html + [...chatEvents(), DONE_EVENT].join(''));
  }),
};

import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { completion } from '../good-answers.ts';

const BODY = JSON.stringify(completion());

/** A correct answer with these header lines, sent as they are. */
function withLines(lines: () => string): ({ socket }: HostileRequest) => void {
  return ({ socket }) =>
    void socket.write(
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n${lines()}\r\n${BODY}`,
        'latin1',
      ),
    );
}

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\r\n`).join('');
}

/** Headers that are malformed, very long or very many. */
export const headers: Behaviours = {
  'header-of-a-megabyte': {
    summary: 'A header of one megabyte.',
    answer: withLines(() => `X-Large: ${'x'.repeat(1_000_000)}\r\n`),
  },
  'headers-many': {
    summary: 'A hundred thousand headers.',
    answer: withLines(() => numbered(100_000, (index) => `X-${index}: x`)),
  },
  'headers-repeated': {
    summary: 'Content-Type fifty times, each with another value.',
    answer: withLines(() => numbered(50, (index) => `Content-Type: text/x-${index}`)),
  },
  'headers-cookies': {
    summary: 'Two thousand cookies.',
    answer: withLines(() => numbered(2000, (index) => `Set-Cookie: c${index}=1`)),
  },
  'header-folded': {
    summary: 'A header that is continued on the next line.',
    answer: withLines(() => 'X-Folded: a\r\n b\r\n'),
  },
  'header-with-nul': { summary: 'A NUL in a header.', answer: withLines(() => 'X-Nul: a\0b\r\n') },
  'header-with-cr': {
    summary: 'A CR alone in a header.',
    answer: withLines(() => 'X-Cr: a\rX-Injected: b\r\n'),
  },
  'header-with-escapes': {
    summary: 'Terminal escapes and C1 control characters in headers.',
    answer: withLines(() => 'X-Escape: \u{1b}[2J\u{1b}]0;title\u{7}\r\nX-C1: \u{9b}31m\r\n'),
  },
  'header-without-colon': {
    summary: 'A header line without a colon.',
    answer: withLines(() => 'this is not a header\r\n'),
  },
  'header-without-name': {
    summary: 'A header without a name.',
    answer: withLines(() => ': x\r\n'),
  },
  'header-space-before-colon': {
    summary: 'A space before the colon of a header.',
    answer: withLines(() => 'X-Space : x\r\n'),
  },
  'reason-with-escapes': {
    summary: 'Terminal escapes in the reason of a status line.',
    answer: ({ socket }) =>
      void socket.write(
        `HTTP/1.1 500 \u{1b}[31mred\u{1b}[0m\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno`,
      ),
  },
};

import type { Behaviour, Behaviours } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { writes } from '../rows.ts';

const BODY = JSON.stringify(completion());
const HEAD = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}`;

/** A correct answer with these header lines, sent as they are. */
function withLines(summary: string, lines: () => string): Behaviour {
  return writes(summary, () => Buffer.from(`${HEAD}\r\n${lines()}\r\n${BODY}`, 'latin1'));
}

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\r\n`).join('');
}

/** Headers that are malformed, very long or very many. */
export const headers: Behaviours = {
  'header-of-a-megabyte': withLines(
    'A header of one megabyte.',
    () => `X-Large: ${'x'.repeat(1_000_000)}\r\n`,
  ),
  'headers-many': withLines('A hundred thousand headers.', () =>
    numbered(100_000, (index) => `X-${index}: x`),
  ),
  'headers-repeated': withLines('Content-Type fifty times, each with another value.', () =>
    numbered(50, (index) => `Content-Type: text/x-${index}`),
  ),
  'headers-cookies': withLines('Two thousand cookies.', () =>
    numbered(2000, (index) => `Set-Cookie: c${index}=1`),
  ),
  'header-folded': withLines(
    'A header that is continued on the next line.',
    () => 'X-Folded: a\r\n b\r\n',
  ),
  'header-with-nul': withLines('A NUL in a header.', () => 'X-Nul: a\0b\r\n'),
  'header-with-cr': withLines('A CR alone in a header.', () => 'X-Cr: a\rX-Injected: b\r\n'),
  'header-with-escapes': withLines(
    'Terminal escapes and C1 control characters in headers.',
    () => 'X-Escape: \u{1b}[2J\u{1b}]0;title\u{7}\r\nX-C1: \u{9b}31m\r\n',
  ),
  'header-without-colon': withLines(
    'A header line without a colon.',
    () => 'this is not a header\r\n',
  ),
  'header-without-name': withLines('A header without a name.', () => ': x\r\n'),
  'header-space-before-colon': withLines(
    'A space before the colon of a header.',
    () => 'X-Space : x\r\n',
  ),
  'reason-with-escapes': writes(
    'Terminal escapes in the reason of a status line.',
    () =>
      'HTTP/1.1 500 \u{1b}[31mred\u{1b}[0m\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno',
  ),
};

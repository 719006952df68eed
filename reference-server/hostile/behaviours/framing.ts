import type { Behaviour, Behaviours } from '../behaviour.ts';
import { BODY, completion } from '../good-answers.ts';
import { answers, CHUNKED, close, once, writes } from '../rows.ts';
import { answerJson, chunk, chunkedHead, head, LAST_CHUNK, pour, repeat } from '../writing.ts';

const ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}`;

/** A correct answer with these header lines, sent as they are. */
function withLines(summary: string) {
  return (lines: string | (() => string)): Behaviour =>
    writes(summary)(() => {
      const text = typeof lines === 'function' ? lines() : lines;
      return Buffer.from(`${ANSWER}\r\n${text}\r\n${BODY}`, 'latin1');
    });
}

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\r\n`).join('');
}

/** Headers that are malformed, very long or very many. */
export const malformedHeaders: Behaviours = {
  'header-of-a-megabyte': withLines('A header of one megabyte.')(
    () => `X-Large: ${'x'.repeat(1_000_000)}\r\n`,
  ),
  'headers-many': withLines('A hundred thousand headers.')(() =>
    numbered(100_000, (index) => `X-${index}: x`),
  ),
  'headers-repeated': withLines('Content-Type fifty times, each with another value.')(() =>
    numbered(50, (index) => `Content-Type: text/x-${index}`),
  ),
  'headers-cookies': withLines('Two thousand cookies.')(() =>
    numbered(2000, (index) => `Set-Cookie: c${index}=1`),
  ),
  'header-folded': withLines('A header that is continued on the next line.')(
    'X-Folded: a\r\n b\r\n',
  ),
  'header-with-nul': withLines('A NUL in a header.')('X-Nul: a\0b\r\n'),
  'header-with-cr': withLines('A CR alone in a header.')('X-Cr: a\rX-Injected: b\r\n'),
  'header-with-escapes': withLines('Terminal escapes and C1 control characters in headers.')(
    'X-Escape: \u{1b}[2J\u{1b}]0;title\u{7}\r\nX-C1: \u{9b}31m\r\n',
  ),
  'header-without-colon': withLines('A header line without a colon.')('this is not a header\r\n'),
  'header-without-name': withLines('A header without a name.')(': x\r\n'),
  'header-space-before-colon': withLines('A space before the colon of a header.')(
    'X-Space : x\r\n',
  ),
  'reason-with-escapes': writes('Terminal escapes in the reason of a status line.')(
    'HTTP/1.1 500 \u{1b}[31mred\u{1b}[0m\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno',
  ),
};

/** A body whose head has this line in place of a correct Content-Length. */
function announcing(summary: string) {
  return (length: string | number, after?: typeof close): Behaviour => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': length };
    return writes(summary)(head(200, headers) + BODY, after);
  };
}

/** Lengths that are wrong, malformed or contradictory. */
export const lengths: Behaviours = {
  'length-too-long': announcing(
    'A Content-Length of 1000 bytes more than the body, then the end of the connection.',
  )(BODY.length + 1000, close),
  'length-too-short': announcing('A Content-Length of 10, and a longer body.')(10),
  'length-huge': announcing('A Content-Length of 2^53 bytes, then the end of the connection.')(
    '9007199254740992',
    close,
  ),
  'length-beyond-64-bits': announcing('A Content-Length of 40 digits.')('9'.repeat(40)),
  'length-negative': announcing('A Content-Length of -1.')(-1),
  'length-hex': announcing('A Content-Length of 0x10.')('0x10'),
  'length-empty': announcing('A Content-Length without a value.')(''),
  'length-list': announcing('A Content-Length that is a list of two numbers.')(`${BODY.length}, 7`),
  'length-twice': announcing('Two different Content-Lengths.')(
    `${BODY.length}\r\nContent-Length: 7`,
  ),
  'length-and-chunked': writes('A Content-Length and Transfer-Encoding: chunked together.')(
    `${chunkedHead(200, { 'Content-Type': 'application/json', 'Content-Length': 7 })}${chunk(BODY)}${LAST_CHUNK}`,
  ),
  'length-zero': announcing('A Content-Length of 0, and a body.')(0),
  'body-after-204': answers('A 204, and a body after it.')(({ socket }) =>
    answerJson(socket, completion(), { status: '204 No Content' }),
  ),
  'second-answer': answers(
    'A second answer after the complete first one, without a second request.',
  )(({ socket }) => {
    answerJson(socket, completion());
    answerJson(socket, completion({ content: 'The second answer.' }));
  }),
};

/** After the head of an answer in chunks. */
const chunked = (summary: string) => (bytes: string) => writes(summary)(`${CHUNKED}${bytes}`);

const inBytes = once(() => {
  const text = JSON.stringify(completion({ content: 'x'.repeat(500_000) }));
  return CHUNKED + [...text].map((byte) => `1\r\n${byte}\r\n`).join('') + LAST_CHUNK;
});

/** Malformed chunks of a body. */
export const chunks: Behaviours = {
  'chunk-size-huge': chunked('A chunk of 2^64 - 1 bytes.')(`FFFFFFFFFFFFFFFF\r\n${BODY}`),
  'chunk-size-beyond-64-bits': chunked('A chunk size of 40 digits.')(
    `${'F'.repeat(40)}\r\n${BODY}`,
  ),
  'chunk-size-negative': chunked('A chunk size of -1.')(`-1\r\n${BODY}\r\n${LAST_CHUNK}`),
  'chunk-size-word': chunked('A chunk size that is a word.')(`size\r\n${BODY}\r\n${LAST_CHUNK}`),
  'chunk-size-zeros': writes('A chunk size with a million leading zeros.')(
    () => `${CHUNKED}${'0'.repeat(1_000_000)}${chunk(BODY)}${LAST_CHUNK}`,
  ),
  'chunk-extension-endless': writes('A chunk extension that never ends.')(
    `${CHUNKED}5;extension=`,
    pour('x'.repeat(4096)),
  ),
  'chunk-of-one-byte': writes('A body of half a megabyte in chunks of one byte.')(inBytes),
  'chunk-missing-last': writes(
    'A complete body without the last chunk, then the end of the connection.',
  )(`${CHUNKED}${chunk(BODY)}`, close),
  'chunk-bare-lf': chunked('Chunks with LF in place of CR LF.')(
    `${BODY.length.toString(16)}\n${BODY}\n0\n\n`,
  ),
  'chunk-too-long': chunked('A chunk with more bytes than its size.')(
    `5\r\n${BODY}\r\n${LAST_CHUNK}`,
  ),
  'chunk-coding-unknown': writes('A Transfer-Encoding that does not exist.')(
    head(200, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'sausage' }) + BODY,
    close,
  ),
};

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = `HTTP/1.1 103 Early Hints\r\nLink: <${'x'.repeat(1000)}>\r\n\r\n`;

/** Interim answers (1xx), before the final one or in place of it. */
export const interim: Behaviours = {
  'interim-endless': writes('100 Continue forever.')('', pour(CONTINUE.repeat(64))),
  'interim-endless-hints': writes('103 Early Hints forever, with a header of 1 kB.')(
    '',
    pour(HINTS),
  ),
  'interim-slow': writes('102 Processing each 100 ms, and no final answer.')(
    '',
    repeat('HTTP/1.1 102 Processing\r\n\r\n'),
  ),
  'interim-thousand': answers('A thousand interim answers, then the final one.')(({ socket }) => {
    socket.write(CONTINUE.repeat(1000));
    answerJson(socket, completion());
  }),
  'interim-only': writes('100 Continue, then the end of the connection.')(CONTINUE, close),
  'interim-101': writes('101 Switching Protocols to a protocol that no request named.')(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: hostile\r\n\r\nbytes of it',
  ),
};

import type { Behaviours } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { once } from '../once.ts';
import { CHUNKED, ends, pours, writes } from '../rows.ts';
import { chunk, head, LAST_CHUNK } from '../writing.ts';

const BODY = JSON.stringify(completion());

/** After the head of an answer in chunks. */
const chunked = (summary: string, bytes: () => string) =>
  writes(summary, () => `${CHUNKED}${bytes()}`);

const inBytes = once(() => {
  const text = JSON.stringify(completion({ content: 'x'.repeat(500_000) }));
  return [...text].map((byte) => `1\r\n${byte}\r\n`).join('') + LAST_CHUNK;
});

/** Malformed chunks of a body. */
export const chunks: Behaviours = {
  'chunk-size-huge': chunked('A chunk of 2^64 - 1 bytes.', () => `FFFFFFFFFFFFFFFF\r\n${BODY}`),
  'chunk-size-beyond-64-bits': chunked(
    'A chunk size of 40 digits.',
    () => `${'F'.repeat(40)}\r\n${BODY}`,
  ),
  'chunk-size-negative': chunked('A chunk size of -1.', () => `-1\r\n${BODY}\r\n${LAST_CHUNK}`),
  'chunk-size-word': chunked(
    'A chunk size that is a word.',
    () => `size\r\n${BODY}\r\n${LAST_CHUNK}`,
  ),
  'chunk-size-zeros': chunked(
    'A chunk size with a million leading zeros.',
    () => `${'0'.repeat(1_000_000)}${chunk(BODY)}${LAST_CHUNK}`,
  ),
  'chunk-extension-endless': pours(
    'A chunk extension that never ends.',
    `${CHUNKED}5;extension=`,
    () => () => 'x'.repeat(4096),
  ),
  'chunk-of-one-byte': chunked('A body of half a megabyte in chunks of one byte.', inBytes),
  'chunk-missing-last': ends(
    'A complete body without the last chunk, then the end of the connection.',
    () => `${CHUNKED}${chunk(BODY)}`,
  ),
  'chunk-bare-lf': chunked(
    'Chunks with LF in place of CR LF.',
    () => `${BODY.length.toString(16)}\n${BODY}\n0\n\n`,
  ),
  'chunk-too-long': chunked(
    'A chunk with more bytes than its size.',
    () => `5\r\n${BODY}\r\n${LAST_CHUNK}`,
  ),
  'chunk-coding-unknown': ends('A Transfer-Encoding that does not exist.', () => {
    const coding = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'sausage' };
    return head(200, coding) + BODY;
  }),
};

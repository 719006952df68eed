import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { once } from '../once.ts';
import { chunk, chunkedHead, head, LAST_CHUNK, pour } from '../writing.ts';

const BODY = JSON.stringify(completion());

function afterHead(bytes: () => string | Buffer): ({ socket }: HostileRequest) => void {
  return ({ socket }) => {
    socket.write(chunkedHead(200));
    socket.write(bytes());
  };
}

const inBytes = once(() => {
  const text = JSON.stringify(completion({ content: 'x'.repeat(500_000) }));
  return Buffer.from([...text].map((byte) => `1\r\n${byte}\r\n`).join('') + LAST_CHUNK);
});

/** Malformed chunks of a body. */
export const chunks: Behaviours = {
  'chunk-size-huge': {
    summary: 'A chunk of 2^64 - 1 bytes.',
    answer: afterHead(() => `FFFFFFFFFFFFFFFF\r\n${BODY}`),
  },
  'chunk-size-beyond-64-bits': {
    summary: 'A chunk size of 40 digits.',
    answer: afterHead(() => `${'F'.repeat(40)}\r\n${BODY}`),
  },
  'chunk-size-negative': {
    summary: 'A chunk size of -1.',
    answer: afterHead(() => `-1\r\n${BODY}\r\n${LAST_CHUNK}`),
  },
  'chunk-size-word': {
    summary: 'A chunk size that is a word.',
    answer: afterHead(() => `size\r\n${BODY}\r\n${LAST_CHUNK}`),
  },
  'chunk-size-zeros': {
    summary: 'A chunk size with a million leading zeros.',
    answer: afterHead(() => `${'0'.repeat(1_000_000)}${chunk(BODY)}${LAST_CHUNK}`),
  },
  'chunk-extension-endless': {
    summary: 'A chunk extension that never ends.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      socket.write('5;extension=');
      pour(socket, () => 'x'.repeat(4096));
    },
  },
  'chunk-of-one-byte': {
    summary: 'A body of half a megabyte in chunks of one byte.',
    answer: afterHead(inBytes),
  },
  'chunk-missing-last': {
    summary: 'A complete body without the last chunk, then the end of the connection.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200));
      socket.end(chunk(BODY));
    },
  },
  'chunk-bare-lf': {
    summary: 'Chunks with LF in place of CR LF.',
    answer: afterHead(() => `${BODY.length.toString(16)}\n${BODY}\n0\n\n`),
  },
  'chunk-too-long': {
    summary: 'A chunk with more bytes than its size.',
    answer: afterHead(() => `5\r\n${BODY}\r\n${LAST_CHUNK}`),
  },
  'chunk-coding-unknown': {
    summary: 'A Transfer-Encoding that does not exist.',
    answer: ({ socket }) => {
      const coding = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'sausage' };
      socket.end(head(200, coding) + BODY);
    },
  },
};

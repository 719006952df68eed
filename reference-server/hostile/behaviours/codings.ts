import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { answerWith, chunk, chunkedHead, EVENTS_TYPE, LAST_CHUNK } from '../writing.ts';

const MIB = 1024 * 1024;
const BODY = JSON.stringify(completion());

/** 256 MiB of one JSON string, in 256 kB or less; packed when first needed. */
const bomb = once(() => Buffer.concat([Buffer.from('{"id":"'), Buffer.alloc(256 * MIB, 'x')]));
const gzipBomb = once(() => gzipSync(bomb()));
const deflateBomb = once(() => deflateSync(bomb()));
const brotliBomb = once(() =>
  brotliCompressSync(bomb(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);
const zstdBomb = once(() => zstdCompressSync(bomb()));
const nestedBomb = once(() => gzipSync(gzipSync(gzipBomb())));
const eventBomb = once(() => gzipSync(Buffer.alloc(64 * MIB, 'data: {}\n\n')));

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function coded(coding: string, body: () => Buffer | string): (request: HostileRequest) => void {
  return ({ socket }) => answerWith(socket, body(), { headers: { 'Content-Encoding': coding } });
}

/** Compressed bodies that expand a thousand times, or that are not what they claim. */
export const codings: Behaviours = {
  'bomb-gzip': { summary: '256 MiB in a gzip body of 256 kB.', answer: coded('gzip', gzipBomb) },
  'bomb-deflate': {
    summary: '256 MiB in a deflate body of 256 kB.',
    answer: coded('deflate', deflateBomb),
  },
  'bomb-br': { summary: '256 MiB in a br body of a few bytes.', answer: coded('br', brotliBomb) },
  'bomb-zstd': { summary: '256 MiB in a zstd body of 25 kB.', answer: coded('zstd', zstdBomb) },
  'bomb-nested': {
    summary: '256 MiB in three gzip bodies, one in the other.',
    answer: coded('gzip, gzip, gzip', nestedBomb),
  },
  'bomb-events': {
    summary: 'An event stream with 64 MiB of events in a gzip body of 200 kB.',
    answer: ({ socket }) => {
      socket.write(chunkedHead(200, { ...EVENTS_TYPE, 'Content-Encoding': 'gzip' }));
      socket.write(chunk(eventBomb()));
      socket.write(LAST_CHUNK);
    },
  },
  'bomb-endless': {
    summary: 'A gzip body that never ends.',
    answer: ({ socket }) => {
      socket.write(
        chunkedHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
      );
      const packer = createGzip({ level: 1 });
      const zeros = Buffer.alloc(MIB);
      const feed = (): void => {
        if (!socket.destroyed) packer.write(zeros, feed);
      };
      packer.on('data', (bytes: Buffer) => {
        if (socket.write(chunk(bytes))) return;
        packer.pause();
        socket.once('drain', () => packer.resume());
      });
      feed();
    },
  },
  'coding-claimed': {
    summary: 'Content-Encoding: gzip, and plain JSON.',
    answer: coded('gzip', () => BODY),
  },
  'coding-hidden': {
    summary: 'A gzip body without Content-Encoding.',
    answer: ({ socket }) => answerWith(socket, gzipSync(BODY)),
  },
  'coding-cut': {
    summary: 'A gzip body without its last ten bytes.',
    answer: coded('gzip', () => gzipSync(BODY).subarray(0, -10)),
  },
  'coding-rubbish-after': {
    summary: 'A gzip body with other bytes after its end.',
    answer: coded('gzip', () => Buffer.concat([gzipSync(BODY), Buffer.from('rubbish')])),
  },
  'coding-unknown': {
    summary: 'A Content-Encoding that does not exist.',
    answer: coded('sausage', () => BODY),
  },
};

import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { Behaviour, Behaviours } from '../behaviour.ts';
import { BODY } from '../good-answers.ts';
import { answers, once, prepared } from '../rows.ts';
import { answerWith, type Bytes, chunk, chunkedHead, EVENTS_TYPE, LAST_CHUNK } from '../writing.ts';

const MIB = 1024 * 1024;
const GZIP = { 'Content-Encoding': 'gzip' };

/** 256 MiB of one JSON string, in 256 kB or less; packed when first needed. */
const bomb = once(() => Buffer.concat([Buffer.from('{"id":"'), Buffer.alloc(256 * MIB, 'x')]));
const gzipBomb = once(() => gzipSync(bomb()));
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function coded(summary: string) {
  return (coding: string, make: () => Bytes): Behaviour =>
    prepared<Bytes>(summary)(make, ({ socket }, body) =>
      answerWith(socket, body, { headers: { 'Content-Encoding': coding } }),
    );
}

/** Compressed bodies that expand a thousand times, or that are not what they claim. */
export const codings: Behaviours = {
  'bomb-gzip': coded('256 MiB in a gzip body of 256 kB.')('gzip', gzipBomb),
  'bomb-deflate': coded('256 MiB in a deflate body of 256 kB.')('deflate', () =>
    deflateSync(bomb()),
  ),
  'bomb-br': coded('256 MiB in a br body of a few bytes.')('br', () =>
    brotliCompressSync(bomb(), quick),
  ),
  'bomb-zstd': coded('256 MiB in a zstd body of 25 kB.')('zstd', () => zstdCompressSync(bomb())),
  'bomb-nested': coded('256 MiB in three gzip bodies, one in the other.')('gzip, gzip, gzip', () =>
    gzipSync(gzipSync(gzipBomb())),
  ),
  'bomb-events': prepared<Buffer>(
    'An event stream with 64 MiB of events in a gzip body of 200 kB.',
  )(
    () => gzipSync(Buffer.alloc(64 * MIB, 'data: {}\n\n')),
    ({ socket }, events) => {
      socket.write(chunkedHead(200, { ...EVENTS_TYPE, ...GZIP }));
      socket.write(chunk(events));
      socket.write(LAST_CHUNK);
    },
  ),
  'bomb-endless': answers('A gzip body that never ends.')(({ socket }) => {
    socket.write(chunkedHead(200, { 'Content-Type': 'application/json', ...GZIP }));
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
  }),
  'coding-claimed': coded('Content-Encoding: gzip, and plain JSON.')('gzip', () => BODY),
  'coding-hidden': answers('A gzip body without Content-Encoding.')(({ socket }) =>
    answerWith(socket, gzipSync(BODY)),
  ),
  'coding-cut': coded('A gzip body without its last ten bytes.')('gzip', () =>
    gzipSync(BODY).subarray(0, -10),
  ),
  'coding-rubbish-after': coded('A gzip body with other bytes after its end.')('gzip', () =>
    Buffer.concat([gzipSync(BODY), Buffer.from('rubbish')]),
  ),
  'coding-unknown': coded('A Content-Encoding that does not exist.')('sausage', () => BODY),
};

import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { ProviderAnswer } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The body without its Content-Encoding, which the gateway did not ask for. */
export function decodedBody({ headers, body }: ProviderAnswer): Readable {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return body;
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decoder === undefined) {
    body.destroy();
    throw new ProviderFailure({ kind: 'unusable' });
  }
  // The reader of the last stream sees the error.
  return pipeline(body, decoder(), () => {});
}

/** The whole body; rejects with `ProviderFailure` when it is cut, or larger than `mostBytes`. */
export function collectBody(
  body: Readable,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (reason: unknown) => {
      signal.removeEventListener('abort', abort);
      body.destroy();
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > mostBytes) fail(new ProviderFailure({ kind: 'unusable' }));
    });
    body.on('end', () => {
      signal.removeEventListener('abort', abort);
      resolve(Buffer.concat(chunks));
    });
    body.on('error', () => fail(new ProviderFailure({ kind: 'cut' })));
  });
}

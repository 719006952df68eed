import { addAbortSignal, pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { isJsonObject, type JsonObject, type JsonValue, parseObject } from '../../http/json.ts';
import type { Veil } from '../veil.ts';
import type { ProviderAnswer } from './provider.ts';
import { type ProviderError, ProviderFailure } from './provider-failure.ts';

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
export async function collectBody(
  body: Readable,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, body)) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > mostBytes) throw new ProviderFailure({ kind: 'unusable' });
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderFailure ? error : new ProviderFailure({ kind: 'cut' });
  }
  return Buffer.concat(chunks);
}

/** A JSON object of the provider; anything else is a failure. */
export function parseProviderJson(bytes: Buffer): JsonObject {
  try {
    return parseObject(bytes);
  } catch {
    throw new ProviderFailure({ kind: 'unusable' });
  }
}

const LONGEST_MESSAGE = 1000;

/** The error of an answer or an event; undefined when it has none. */
export function errorIn(body: JsonObject, veil: Veil): ProviderError | undefined {
  const error = isJsonObject(body.error) ? body.error : body.type === 'error' ? body : undefined;
  if (error === undefined) return undefined;
  const text = (value: JsonValue | undefined) =>
    typeof value === 'string' ? veil.error(value) : undefined;
  const message = text(error.message) ?? 'The provider failed.';
  return {
    message: message.replaceAll(/\p{Cc}/gu, ' ').slice(0, LONGEST_MESSAGE),
    type: error === body ? undefined : text(error.type),
    param: text(error.param) ?? null,
    code: typeof error.code === 'number' ? String(error.code) : (text(error.code) ?? null),
  };
}

import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Exchange, header } from '../exchange/exchange.ts';
import { LIMITS } from '../input/limits.ts';

const DECODERS: Readonly<Record<string, (body: Uint8Array, bound: object) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** The content coding that an answer states, in lower case; `identity` when it states none. */
export function contentCoding({ answer }: Exchange): string {
  const coding = header(answer?.headers ?? [], 'content-encoding') ?? '';
  return coding.trim().toLowerCase() || 'identity';
}

export function acceptsCoding({ request }: Exchange): boolean {
  return header(request.headers, 'accept-encoding') !== undefined;
}

/** Whether a body can be decoded from this coding; undefined for an unknown coding. */
export function decodes(coding: string, body: Uint8Array): boolean | undefined {
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decode === undefined) return undefined;
  try {
    decode(body, BOUND);
    return true;
  } catch (error) {
    // A body that exceeds the limit may still be in the coding that it states.
    return error instanceof RangeError;
  }
}

/** A body of zeros may grow a thousandfold. */
const BOUND = { maxOutputLength: LIMITS.decodedBytes.value };

/**
 * The same exchange with the body decoded, as if it had come in one read; undefined when there is no body,
 * or it cannot be decoded from the coding that it states.
 */
export function withoutCoding(exchange: Exchange): Exchange | undefined {
  const { answer } = exchange;
  const coding = contentCoding(exchange);
  if (answer?.body === undefined || coding === 'identity') return exchange;
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  try {
    const body = decode?.(answer.body, BOUND);
    if (body === undefined) return undefined;
    const headers = answer.headers.filter(([name]) => name !== 'content-encoding');
    const reads = [{ endOffset: body.length, atMs: answer.reads.at(-1)?.atMs ?? 0 }];
    return { ...exchange, answer: { ...answer, headers, body, reads } };
  } catch {
    return undefined;
  }
}

/** Whether a body starts like gzip, although no header states a coding. */
export function looksCompressed(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

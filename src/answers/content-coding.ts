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
    // A body of zeros may grow a thousandfold.
    decode(body, { maxOutputLength: LIMITS.decodedBytes.value });
    return true;
  } catch (error) {
    // A body that exceeds the limit may still be in the coding that it states.
    return error instanceof RangeError;
  }
}

/** Whether a body starts like gzip, although no header states a coding. */
export function looksCompressed(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

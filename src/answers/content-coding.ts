import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Exchange, header } from '../exchange/exchange.ts';

/** What is decoded to see that it can be: a body of zeros may become a thousand times as large. */
const DECODED_BYTES = 16 * 1024 * 1024;

const DECODERS: Readonly<Record<string, (body: Uint8Array, bound: object) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** The coding that an answer says it has, in lower case; `identity` when it says none. */
export function contentCoding({ answer }: Exchange): string {
  const coding = header(answer?.headers ?? [], 'content-encoding') ?? '';
  return coding.trim().toLowerCase() || 'identity';
}

export function acceptsCoding({ request }: Exchange): boolean {
  return header(request.headers, 'accept-encoding') !== undefined;
}

/** Whether a body can be decoded as it says; undefined for a coding that is not known here. */
export function decodes(coding: string, body: Uint8Array): boolean | undefined {
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decode === undefined) return undefined;
  try {
    decode(body, { maxOutputLength: DECODED_BYTES });
    return true;
  } catch (error) {
    // Too large to look at is no sign that it is not what it says.
    return error instanceof RangeError;
  }
}

/** Whether a body is compressed although nothing says so. */
export function looksCompressed(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

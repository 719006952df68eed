import type { RequestBody } from './exchange.ts';

/** A request's body as it is sent, made again each time. */
export interface Payload {
  readonly contentType?: string;
  readonly sizeBytes: number;
  /** Sent with Transfer-Encoding: chunked instead of a Content-Length. */
  readonly chunked: boolean;
  /** The bytes, in pieces of a bounded size. */
  chunks(): Iterable<Uint8Array>;
  /** What the exchange records of it. */
  record(): RequestBody;
}

const TEXT_KEPT_BYTES = 64 * 1024;

export const NO_PAYLOAD: Payload = {
  sizeBytes: 0,
  chunked: false,
  chunks: () => [],
  record: () => ({ kind: 'none' }),
};

/**
 * A body given as text, such as JSON that may be broken on purpose.
 * @param contentType '' sends none
 */
export function textPayload(text: string, contentType: string, chunked = false): Payload {
  return bytesPayload([Buffer.from(text)], contentType, chunked);
}

/**
 * A body given in pieces, which need not be text: its record shows U+FFFD for other bytes. The same
 * piece may be repeated, so that a large body takes little memory.
 * @param contentType '' sends none
 */
export function bytesPayload(
  pieces: readonly Uint8Array[],
  contentType: string,
  chunked = false,
): Payload {
  const sizeBytes = pieces.reduce((size, { length }) => size + length, 0);
  return {
    ...(contentType !== '' && { contentType }),
    sizeBytes,
    chunked,
    chunks: () => pieces,
    record: () => ({
      kind: 'text',
      text: Buffer.concat(pieces, Math.min(sizeBytes, TEXT_KEPT_BYTES)).toString('utf8'),
      sizeBytes,
    }),
  };
}

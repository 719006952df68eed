import type { RequestBody } from './exchange.ts';

/** A request's body as it will stand on the wire, made anew each time that it is sent. */
export interface Payload {
  readonly contentType?: string;
  readonly sizeBytes: number;
  /** Sent with Transfer-Encoding: chunked in place of a Content-Length. */
  readonly chunked: boolean;
  /** The bytes, in pieces of a bounded size. */
  chunks(): Iterable<Uint8Array>;
  /** What the exchange keeps of it. */
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
 * A body given in pieces, which need not be text: its record shows U+FFFD where it is none. One
 * piece may stand many times, so that a large body takes little room.
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

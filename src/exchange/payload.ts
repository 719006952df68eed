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
  const bytes = Buffer.from(text);
  return {
    ...(contentType !== '' && { contentType }),
    sizeBytes: bytes.length,
    chunked,
    chunks: () => [bytes],
    record: () => ({
      kind: 'text',
      text: bytes.toString('utf8', 0, TEXT_KEPT_BYTES),
      sizeBytes: bytes.length,
    }),
  };
}

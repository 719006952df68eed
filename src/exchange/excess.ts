import { jsonExcess } from '../contract/json-excess.ts';
import { type Headers, mediaType, type Read } from './exchange.ts';
import { decodeEventStream } from './sse.ts';

/**
 * How the content of a body exceeds the limits, so that it is neither parsed nor judged; undefined when
 * it does not.
 * @param reads of the body, as for `decodeEventStream`
 */
export function excessOf(
  headers: Headers,
  body: Uint8Array,
  reads: readonly Read[],
): string | undefined {
  if (mediaType(headers) === 'text/event-stream') {
    return decodeEventStream(body, reads).excess;
  }
  return jsonExcess(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

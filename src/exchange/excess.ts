import { JsonSize, UNMEASURED_JSON } from '../contract/json-size.ts';
import { LIMITS } from '../input/limits.ts';
import { EMPTY_LINES } from './event-size.ts';
import { type Headers, mediaType, type Read } from './exchange.ts';
import { decodeEventStream } from './sse.ts';

/** How a body with an event beyond its limit exceeds it. */
export const TOO_LARGE_EVENT = `an event of more than ${LIMITS.eventBytes.value / 2 ** 20} MiB`;

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
    if (hasLargeEvent(buffer(body))) return TOO_LARGE_EVENT;
    return decodeEventStream(body, reads).excess;
  }
  if (body.length <= UNMEASURED_JSON) return undefined;
  return new JsonSize().add(buffer(body));
}

/** Whether an event exceeds its limit: searched before any of it is decoded. */
function hasLargeEvent(body: Buffer): boolean {
  const largest = LIMITS.eventBytes.value;
  let start = 0;
  while (body.length - start > largest) {
    const end = Math.max(...EMPTY_LINES.map((line) => body.lastIndexOf(line, start + largest)));
    if (end < start) return true;
    start = end + 2;
  }
  return false;
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import { JsonSize, UNCOUNTED_JSON, UNMEASURED_JSON } from '../contract/json-size.ts';
import { LIMITS } from '../input/limits.ts';
import { EMPTY_LINES } from './event-size.ts';
import { type Headers, mediaType } from './exchange.ts';
import { decodeEventStream } from './sse.ts';

/** How a body with an event beyond its limit exceeds it. */
export const TOO_LARGE_EVENT = `an event of more than ${LIMITS.eventBytes.value / 2 ** 20} MiB`;

/**
 * How the content of a body exceeds the limits, so that it is neither parsed nor judged; undefined when
 * it does not.
 */
export function excessOf(headers: Headers, body: Uint8Array): string | undefined {
  if (mediaType(headers) === 'text/event-stream') {
    if (hasLargeEvent(buffer(body))) return TOO_LARGE_EVENT;
    return isSmallStream(body) ? undefined : decodeEventStream(body, []).excess;
  }
  if (body.length <= UNMEASURED_JSON) return undefined;
  return new JsonSize().add(buffer(body));
}

/** Whether a stream exceeds no limit for certain, so that it need not be decoded to know. */
function isSmallStream(body: Uint8Array): boolean {
  if (body.length > UNCOUNTED_JSON) return false;
  const { count, largestBytes } = eventLimits(buffer(body));
  return count <= LIMITS.events.value && (largestBytes <= UNMEASURED_JSON || !mayBeDeep(body));
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

/**
 * Upper limits of the number of events in a stream and of the size of each, found much faster than by a
 * decoder.
 */
function eventLimits(body: Buffer): { readonly count: number; readonly largestBytes: number } {
  let count = 0;
  let largestBytes = body.length;
  for (const line of EMPTY_LINES) {
    let largest = 0;
    let start = 0;
    for (let at = body.indexOf(line); at !== -1; at = body.indexOf(line, at + 1)) {
      largest = Math.max(largest, at - start);
      start = at;
      count += 1;
      if (count > LIMITS.events.value) return { count, largestBytes };
    }
    // Each kind of empty line ends an event, so the kind that leaves the least between them decides.
    largestBytes = Math.min(largestBytes, Math.max(largest, body.length - start));
  }
  return { count, largestBytes };
}

const [LF, CR, BRACKET, BRACE] = [0x0a, 0x0d, 0x5b, 0x7b];

/** Whether the brackets of an event, those in strings included, suffice to exceed the limit of depth. */
function mayBeDeep(body: Uint8Array): boolean {
  let brackets = 0;
  let lineBytes = 0;
  let before = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === LF || byte === CR) {
      // CR LF is one line end.
      const isSecond = byte === LF && before === CR;
      if (lineBytes === 0 && !isSecond) brackets = 0;
      lineBytes = 0;
    } else {
      lineBytes += 1;
      if (byte === BRACKET || byte === BRACE) brackets += 1;
      if (brackets > LIMITS.jsonDepth.value) return true;
    }
    before = byte;
  }
  return false;
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

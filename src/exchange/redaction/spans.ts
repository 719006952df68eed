import type { Read } from '../exchange.ts';
import { type Found, MOST_RUNS } from './spelling-search.ts';
import { partMarker } from './spellings.ts';

/** A range of bytes, and what replaces it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly marker: string;
}

const [BACKSLASH, LOWER_U] = [0x5c, 0x75];
/** The length of `\u0000`. */
const ESCAPE_BYTES = 6;

/**
 * Puts spans in order and joins those that overlap; the joined span has the marker of the longest
 * one. None begins within an escape of JSON, so JSON stays JSON. A text with too many runs is
 * replaced as a whole.
 */
export function mergedSpans(text: Uint8Array, runs: readonly Found[]): readonly Span[] {
  const [any] = runs;
  if (any !== undefined && runs.length > MOST_RUNS) {
    return [{ start: 0, end: text.length, marker: partMarker(any.spelling.secret) }];
  }
  const merged: Span[] = [];
  let longest = 0;
  for (const span of runs.toSorted((a, b) => a.start - b.start)) {
    const length = span.end - span.start;
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      longest = length;
      continue;
    }
    const marker = length > longest ? span.marker : last.marker;
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end), marker };
    longest = Math.max(longest, length);
  }
  let end = 0;
  return merged.map((span) => {
    const start = Math.max(end, escapeStart(text, span.start));
    end = span.end;
    return { ...span, start };
  });
}

/** Where the escape of JSON begins that an offset is in; the offset itself where it is in none. */
function escapeStart(text: Uint8Array, at: number): number {
  for (let start = at - 1; start > at - ESCAPE_BYTES; start -= 1) {
    if (text[start] !== BACKSLASH) continue;
    const isWithin = start === at - 1 || text[start + 1] === LOWER_U;
    return isWithin && isEscaped(text, start + 1) ? start : at;
  }
  return at;
}

function isEscaped(text: Uint8Array, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

export function replaced(text: Uint8Array, spans: readonly Span[]): Uint8Array {
  const added = spans.reduce((sum, span) => sum + addedBytes(span), 0);
  const out = Buffer.allocUnsafe(text.length + added);
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  let from = 0;
  let at = 0;
  for (const { start, end, marker } of spans) {
    at += bytes.copy(out, at, from, start);
    at += out.write(marker, at);
    from = end;
  }
  bytes.copy(out, at, from);
  return out;
}

function addedBytes({ start, end, marker }: Span): number {
  return Buffer.byteLength(marker) - (end - start);
}

/** A read that ended inside a span ends before the marker: the span was complete in a later read. */
export function movedReads(reads: readonly Read[], spans: readonly Span[]): Read[] {
  let moved = 0;
  let next = 0;
  return reads.map(({ endOffset, atMs }) => {
    let span = spans[next];
    while (span !== undefined && span.end <= endOffset) {
      moved += addedBytes(span);
      next += 1;
      span = spans[next];
    }
    const end = span === undefined ? endOffset : Math.min(endOffset, span.start);
    return { endOffset: end + moved, atMs };
  });
}

import type { Read } from '../exchange.ts';

/** A range of bytes, and what replaces it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly marker: string;
}

/** Puts spans in order and joins those that overlap; a joined one has the marker of the longest. */
export function mergedSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    const { marker } = longerOf(last, span);
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end), marker };
  }
  return merged;
}

export function longerOf<Some extends Span>(a: Some, b: Some): Some {
  return b.end - b.start > a.end - a.start ? b : a;
}

export function replaced(text: Uint8Array, spans: readonly Span[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, marker } of spans) {
    pieces.push(text.subarray(from, start), Buffer.from(marker));
    from = end;
  }
  return Buffer.concat([...pieces, text.subarray(from)]);
}

/** A read that ended inside a span ends before the marker: the span was complete in a later read. */
export function movedReads(reads: readonly Read[], spans: readonly Span[]): readonly Read[] {
  let moved = 0;
  let next = 0;
  return reads.map(({ endOffset, atMs }) => {
    let span = spans[next];
    while (span !== undefined && span.end <= endOffset) {
      moved += Buffer.byteLength(span.marker) - (span.end - span.start);
      next += 1;
      span = spans[next];
    }
    const end = span === undefined ? endOffset : Math.min(endOffset, span.start);
    return { endOffset: end + moved, atMs };
  });
}

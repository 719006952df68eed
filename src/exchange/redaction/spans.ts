import type { Read } from '../exchange.ts';

/** A range of bytes, and what replaces it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly marker: string;
}

/** A body with its reads, whose offsets are those of the same text after the replacements. */
export interface Redacted {
  readonly body: Uint8Array;
  readonly reads: readonly Read[];
}

/** Limits the memory for a text that is full of secrets: beyond it, one marker replaces all of it. */
export const MOST_SPANS = 1 << 14;

/** @param found in order and without overlaps */
export function replaced({ body, reads }: Redacted, found: readonly Span[]): Redacted {
  const [any] = found;
  if (any === undefined) return { body, reads };
  const spans = found.length > MOST_SPANS ? [{ ...any, start: 0, end: body.length }] : found;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, marker } of spans) {
    pieces.push(body.subarray(from, start), Buffer.from(marker));
    from = end;
  }
  return {
    body: Buffer.concat([...pieces, body.subarray(from)]),
    reads: movedReads(reads, spans),
  };
}

/** A read that ended inside a span ends before the marker: the span was complete in a later read. */
function movedReads(reads: readonly Read[], spans: readonly Span[]): readonly Read[] {
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

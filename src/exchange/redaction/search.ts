import type { Read } from '../exchange.ts';
import { FOLDED, markerOf, type Spelling } from './spellings.ts';

const GRAM_BYTES = 4;
const NOWHERE: readonly Place[] = [];

/** What shows a secret. */
export interface Found extends Span {
  /** Replaces a piece of it. */
  readonly part: string;
}

/** Where four bytes are in a spelling. */
interface Place {
  readonly spelling: Spelling;
  readonly at: number;
}

/**
 * Looks for many spellings at once. Each run that reveals a secret has at least `n` characters,
 * mostly 12, so it is enough to look up four bytes at every `n - 3`th offset: one of these lies
 * within the run. A text without secrets costs one look-up per 9 bytes, for any number of secrets.
 */
export class Search {
  readonly #step: number;
  readonly #places = new Map<number, Place[]>();

  constructor(spellings: readonly Spelling[]) {
    const shortest = spellings.reduce((least, each) => Math.min(least, each.least), 1 << 10);
    this.#step = Math.max(1, shortest - GRAM_BYTES + 1);
    for (const spelling of spellings) {
      for (let at = 0; at + GRAM_BYTES <= spelling.bytes.length; at += 1) {
        const gram = gramAt(spelling.bytes, at);
        const places = this.#places.get(gram);
        if (places === undefined) this.#places.set(gram, [{ spelling, at }]);
        else places.push({ spelling, at });
      }
    }
  }

  /** What shows a secret, in order and without overlaps: up to one more than `MOST_SPANS`. */
  in(text: Uint8Array): Found[] {
    const spans: Found[] = [];
    let end = 0;
    for (let at = 0; at + GRAM_BYTES <= text.length; at += this.#step) {
      let span: Found | undefined;
      for (const place of this.#places.get(gramAt(text, at)) ?? NOWHERE) {
        const found = spanAround(place, text, at, end);
        if (found && lengthOf(found) > lengthOf(span)) span = found;
      }
      if (span === undefined) continue;
      spans.push(span);
      if (spans.length > MOST_SPANS) break;
      end = span.end;
      at = Math.max(at, end - this.#step);
    }
    return spans;
  }
}

/** Four bytes as they are compared. */
function gramAt(text: Uint8Array, at: number): number {
  return (
    foldedAt(text, at) |
    (foldedAt(text, at + 1) << 8) |
    (foldedAt(text, at + 2) << 16) |
    (foldedAt(text, at + 3) << 24)
  );
}

function foldedAt(text: Uint8Array, at: number): number {
  return FOLDED[text[at] ?? 0] ?? 0;
}

/** The longest run around an offset that agrees with a spelling; undefined when it reveals nothing. */
function spanAround(
  { spelling, at: place }: Place,
  text: Uint8Array,
  at: number,
  from: number,
): Found | undefined {
  const origin = at - place;
  const { bytes } = spelling;
  let first = place;
  while (
    first > 0 &&
    origin + first > from &&
    foldedAt(text, origin + first - 1) === bytes[first - 1]
  ) {
    first -= 1;
  }
  let last = place + GRAM_BYTES;
  while (last < bytes.length && foldedAt(text, origin + last) === bytes[last]) last += 1;
  const marker = markerOf(spelling, first, last);
  if (marker === undefined) return undefined;
  return { start: origin + first, end: origin + last, marker, part: spelling.part };
}

function lengthOf(found: Found | undefined): number {
  return found === undefined ? 0 : found.end - found.start;
}

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

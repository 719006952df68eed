import { type JsonString, jsonStrings } from './json-strings.ts';
import type { View } from './unescaped-views.ts';

/** Strings that a client would join, with the offsets in the body where each begins and ends. */
export interface JoinedStrings extends View {
  readonly bounds: readonly number[];
}

/** The strings of one place: pairs of start and end. */
interface Place {
  bounds: number[];
  bytes: number;
  /** Whether they differ: strings that are all the same, such as ids, are not pieces of a text. */
  varies: boolean;
}

const [LF, CR, COLON, SPACE] = [0x0a, 0x0d, 0x3a, 0x20];
const DATA = Buffer.from('data:');
const JSON_STARTS: ReadonlySet<number> = new Set(Buffer.from('{["'));
/** A long text is joined in pieces of this size. */
const PIECE_BYTES = 64 * 1024;
/** As many places are remembered: the least recently seen one is forgotten first. */
const PLACES = 1024;

/**
 * Joins what the lines of an event stream have at the same place: a text that comes in pieces, such
 * as the deltas of an answer. A body that is not an event stream has none.
 * @param overlap a run of up to this length is complete in one of the pieces of a long text
 */
export function* joinedStrings(body: Uint8Array, overlap: number): Generator<JoinedStrings> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isEventStream(bytes)) return;
  const places = new Map<number, Place>();
  for (let start = 0; start < bytes.length; ) {
    const end = lineEnd(bytes, start);
    for (const string of stringsOfLine(bytes, start, end)) {
      const place = added(bytes, places, string);
      if (place.bytes < PIECE_BYTES + overlap) continue;
      if (place.varies) yield joined(bytes, place);
      keepTail(place, overlap);
    }
    for (const place of removed(places)) if (place.varies) yield joined(bytes, place);
    start = end + 1;
  }
  for (const place of places.values()) if (place.varies) yield joined(bytes, place);
}

/** The place of a string, with the string; it becomes the last of the places. */
function added(body: Buffer, places: Map<number, Place>, { place: name, start, end }: JsonString) {
  const place = places.get(name) ?? { bounds: [], bytes: 0, varies: false };
  const { bounds } = place;
  place.varies ||=
    body.compare(body, bounds.at(-2) ?? start, bounds.at(-1) ?? end, start, end) !== 0;
  bounds.push(start, end);
  place.bytes += end - start;
  places.delete(name);
  places.set(name, place);
  return place;
}

/** Removes the places that were not seen for the longest time. */
function* removed(places: Map<number, Place>): Generator<Place> {
  for (const [name, place] of places) {
    if (places.size <= PLACES) return;
    places.delete(name);
    yield place;
  }
}

/** The parts of the body that a run in joined strings comes from, one for each string. */
export function piecesOf(
  { bounds, origins }: JoinedStrings,
  start: number,
  end: number,
): { start: number; end: number }[] {
  const from = origins[start] ?? 0;
  const to = origins[end] ?? 0;
  const pieces: { start: number; end: number }[] = [];
  for (let at = firstEndingAfter(bounds, from); at < bounds.length; at += 2) {
    const piece = {
      start: Math.max(from, bounds[at] ?? 0),
      end: Math.min(to, bounds[at + 1] ?? 0),
    };
    if (piece.start >= piece.end) break;
    pieces.push(piece);
  }
  return pieces;
}

/** The index of the first string that ends after an offset. */
function firstEndingAfter(bounds: readonly number[], offset: number): number {
  let low = 0;
  let high = bounds.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[2 * middle + 1] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return 2 * low;
}

/** Whether a line begins with `data:`. */
function isEventStream(body: Buffer): boolean {
  let at = body.indexOf(DATA);
  // Before the first line there may be a byte order mark.
  while (at > 3 && body[at - 1] !== LF && body[at - 1] !== CR) at = body.indexOf(DATA, at + 1);
  return at !== -1;
}

function lineEnd(body: Buffer, start: number): number {
  let end = start;
  while (end < body.length && body[end] !== LF && body[end] !== CR) end += 1;
  return end;
}

/** The strings in the value of a field, or the value itself. */
function stringsOfLine(body: Buffer, start: number, end: number): readonly JsonString[] {
  let colon = start;
  while (colon < end && body[colon] !== COLON) colon += 1;
  const value = body[colon + 1] === SPACE ? colon + 2 : colon + 1;
  if (value >= end) return [];
  if (JSON_STARTS.has(body[value] ?? 0)) return jsonStrings(body, value, end);
  return [{ place: body[start] ?? 0, start: value, end }];
}

function joined(body: Buffer, { bounds, bytes: length }: Place): JoinedStrings {
  const bytes = new Uint8Array(length);
  const origins = new Int32Array(length + 1);
  let count = 0;
  for (let at = 0; at < bounds.length; at += 2) {
    const start = bounds[at] ?? 0;
    const end = bounds[at + 1] ?? 0;
    for (let origin = start; origin < end; origin += 1) {
      bytes[count] = body[origin] ?? 0;
      origins[count] = origin;
      count += 1;
    }
    origins[count] = end;
  }
  return { bytes, length, origins, bounds };
}

/** Leaves only what a run across the next border can reach. */
function keepTail(place: Place, overlap: number): void {
  let first = place.bounds.length;
  let kept = 0;
  while (first > 0 && kept < overlap) {
    first -= 2;
    kept += (place.bounds[first + 1] ?? 0) - (place.bounds[first] ?? 0);
  }
  const cut = Math.max(0, kept - overlap);
  place.bounds.splice(0, first + 2, (place.bounds[first] ?? 0) + cut, place.bounds[first + 1] ?? 0);
  place.bytes = kept - cut;
}

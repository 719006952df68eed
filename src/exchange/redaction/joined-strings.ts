/** A part of a body. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

const DATA_LINE = /^data: ?(.+)/gm;
/**
 * A string in JSON, with what follows it when it is the name of a member. One that does not end goes on
 * to the end of its line, so that no line is searched twice.
 */
const STRING = /"((?:[^"\\]+|\\.)*)(?:"|\\?$)(\s*:\s*(\d*))?/g;
/** A place has the last characters of the indexes before it. */
const INDEX_CHARACTERS = 32;

/**
 * The strings of an event stream that a client would join, such as the deltas of an answer: those of
 * members with one name, and with the same indexes before them. A body that is not an event stream has
 * none.
 */
export function joinedStrings(body: Uint8Array): readonly (readonly Piece[])[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes('data:')) return [];
  // In Latin-1, an index is a byte offset.
  const text = bytes.toString('latin1');
  const places = new Map<string, Piece[]>();
  for (const line of text.matchAll(DATA_LINE)) {
    const [all, value = ''] = line;
    const start = line.index + all.length - value.length;
    for (const { place, from, to } of stringsOf(value)) {
      const piece = { start: start + from, end: start + to };
      const pieces = places.get(place);
      if (pieces === undefined) places.set(place, [piece]);
      else pieces.push(piece);
    }
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

/** The strings in a line that are values; the line itself when it has none. */
function* stringsOf(line: string) {
  let name = '';
  let indexes = '';
  let hasStrings = false;
  for (const { index, 1: text = '', 2: colon, 3: number = '' } of line.matchAll(STRING)) {
    hasStrings = true;
    if (colon === undefined) {
      yield { place: `${name} ${indexes}`, from: index + 1, to: index + 1 + text.length };
      continue;
    }
    name = text;
    if (name.endsWith('index')) indexes = `${indexes},${number}`.slice(-INDEX_CHARACTERS);
  }
  if (!hasStrings) yield { place: '', from: 0, to: line.length };
}

/** The bytes of the pieces, one after the other. */
export function joined(body: Uint8Array, pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(({ start, end }) => body.subarray(start, end)));
}

/** What each piece has of some ranges of the joined bytes, which are in order. */
export function piecesOf(pieces: readonly Piece[], ranges: readonly Piece[]): readonly Piece[][] {
  let next = 0;
  let before = 0;
  return ranges.map((range) => {
    const found: Piece[] = [];
    for (let piece = pieces[next]; piece !== undefined; piece = pieces[next]) {
      const origin = piece.start - before;
      const start = Math.max(piece.start, range.start + origin);
      const end = Math.min(piece.end, range.end + origin);
      if (start < end) found.push({ start, end });
      if (piece.end - origin >= range.end) break;
      before += piece.end - piece.start;
      next += 1;
    }
    return found;
  });
}

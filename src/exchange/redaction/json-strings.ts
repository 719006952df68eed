/** A string in a JSON text, without its quotes, and a number for its place in the structure. */
export interface JsonString {
  place: number;
  readonly start: number;
  readonly end: number;
}

/** An object or an array that has begun. */
interface Frame {
  readonly place: number;
  readonly isList: boolean;
  /** Place of the next value: that of a member, or of an element without its position. */
  next: number;
  /** How many elements came before the next one. */
  position: number;
  /** Distinguishes it from its siblings: its own `index`, or else its position in a list. */
  index: number | undefined;
  /** How many strings there were when it began. */
  readonly firstString: number;
  isIndexNext: boolean;
}

const [QUOTE, BACKSLASH, COLON, COMMA, SPACE] = [0x22, 0x5c, 0x3a, 0x2c, 0x20];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Nothing is read below. */
const DEPTH = 64;
const INDEX = Buffer.from('index');

/**
 * The strings in one line of JSON that are values. Two of them in different lines have the same
 * place when a client would join them: an element of a list is known by its own `index` where it
 * has one, such as a choice or a tool call, and by its position otherwise. A line that is not JSON
 * gives whatever looks like it.
 */
export function jsonStrings(text: Uint8Array, start: number, end: number): JsonString[] {
  return new JsonReader(text, end).read(start);
}

class JsonReader {
  readonly #text: Uint8Array;
  readonly #end: number;
  readonly #strings: JsonString[] = [];
  readonly #frames: Frame[] = [];

  constructor(text: Uint8Array, end: number) {
    this.#text = text;
    this.#end = end;
  }

  read(start: number): JsonString[] {
    let at = start;
    while (at < this.#end && this.#frames.length < DEPTH) at = this.#token(at);
    while (this.#frames.length > 0) this.#close();
    return this.#strings;
  }

  /** Reads what begins at an offset, and returns where it ends. */
  #token(at: number): number {
    const frame = this.#frames.at(-1);
    const byte = this.#text[at] ?? 0;
    switch (byte) {
      case QUOTE:
        return this.#string(at + 1, frame);
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.#open(byte === OPEN_LIST, frame);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.#close();
        break;
      case COMMA:
        if (frame !== undefined) frame.position += 1;
        break;
      default:
        if (frame?.isIndexNext && byte >= 0x30 && byte <= 0x39) {
          frame.index = mixed(frame.index ?? 0, byte);
        }
    }
    return at + 1;
  }

  #open(isList: boolean, parent: Frame | undefined): void {
    const place = parent?.next ?? 0;
    const index = parent?.isList ? parent.position : undefined;
    const next = mixed(place, isList ? OPEN_LIST : OPEN_OBJECT);
    const firstString = this.#strings.length;
    this.#frames.push({ place, isList, next, position: 0, index, firstString, isIndexNext: false });
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (frame?.index === undefined) return;
    for (let at = frame.firstString; at < this.#strings.length; at += 1) {
      const string = this.#strings[at];
      if (string !== undefined) string.place = mixed(string.place, frame.index);
    }
  }

  #string(start: number, frame: Frame | undefined): number {
    const end = this.#closingQuote(start);
    if (frame !== undefined && !frame.isList && this.#isName(end)) this.#name(start, end, frame);
    else this.#value(start, end, frame);
    return end + 1;
  }

  #name(start: number, end: number, frame: Frame): void {
    frame.next = frame.place;
    for (let at = start; at < end; at += 1) frame.next = mixed(frame.next, this.#text[at] ?? 0);
    const tail = this.#text.subarray(Math.max(start, end - INDEX.length), end);
    frame.isIndexNext = INDEX.equals(tail);
    if (frame.isIndexNext) frame.index = frame.next;
  }

  #value(start: number, end: number, frame: Frame | undefined): void {
    const place = frame?.isList ? mixed(frame.next, frame.position) : (frame?.next ?? 0);
    if (start < end) this.#strings.push({ place, start, end });
  }

  #closingQuote(from: number): number {
    let at = from;
    while (at < this.#end && this.#text[at] !== QUOTE) at += this.#text[at] === BACKSLASH ? 2 : 1;
    return Math.min(at, this.#end);
  }

  /** Whether the string that ends here is the name of a member. */
  #isName(end: number): boolean {
    let at = end + 1;
    while (this.#text[at] === SPACE) at += 1;
    return this.#text[at] === COLON;
  }
}

function mixed(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15);
}

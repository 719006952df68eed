const [BACKSLASH, PERCENT, AMPERSAND, SEMICOLON, NUMBER] = [0x5c, 0x25, 0x26, 0x3b, 0x23];
const [LOWER_U, LOWER_X, UPPER_X] = [0x75, 0x78, 0x58];
const [SLASH, QUOTE, APOSTROPHE, TWO, FIVE, NINE] = [0x2f, 0x22, 0x27, 0x32, 0x35, 0x39];
const [SPACE, TILDE] = [0x20, 0x7e];
/** How often an escape may be escaped again: deeper ones are not read. */
const LEVELS = 16;
const HEX_DIGITS = 6;
const DECIMAL_DIGITS = 7;
const NAMED = [
  { name: Buffer.from('amp;'), code: AMPERSAND },
  { name: Buffer.from('lt;'), code: 0x3c },
  { name: Buffer.from('gt;'), code: 0x3e },
  { name: Buffer.from('quot;'), code: QUOTE },
  { name: Buffer.from('apos;'), code: APOSTROPHE },
];

/**
 * Reads the escapes of JSON (`\u0073`, `\/`), of percent-encoding (`%73`) and of HTML (`&#115;`)
 * in the first `length` bytes of a text. Each level of JSON within JSON doubles the backslashes,
 * `%25` is a percent sign that was encoded again, and `&amp;` an ampersand: they are read at once.
 * An escape of a character that no key has is not read: not ASCII, or a control character.
 */
export class EscapeReader {
  /** What the escape that was read last stands for. */
  code = 0;
  readonly #text: Uint8Array;
  readonly #length: number;

  constructor(text: Uint8Array, length: number) {
    this.#text = text;
    this.#length = length;
  }

  /** Whether it stands for a quote: texts that contain JSON are full of these. */
  get isQuote(): boolean {
    return this.code === QUOTE || this.code === APOSTROPHE;
  }

  /** Reads the escape at an offset, and returns where it ends: at the offset when there is none. */
  read(at: number): number {
    const end = this.#end(at);
    return this.code >= SPACE && this.code <= TILDE ? end : at;
  }

  /** Where the first escape is, from an offset on, that stands for no quote; `length` when none does. */
  next(from: number): number {
    const text = this.#text;
    for (let at = from; at < this.#length; at += 1) {
      const byte = text[at];
      if (byte !== BACKSLASH && byte !== PERCENT && byte !== AMPERSAND) continue;
      const end = this.read(at);
      if (end > at && !this.isQuote) return at;
      if (end > at) at = end - 1;
    }
    return this.#length;
  }

  #end(at: number): number {
    switch (this.#text[at]) {
      case BACKSLASH:
        return this.#backslashes(at);
      case PERCENT:
        return this.#percent(at);
      case AMPERSAND:
        return this.#entity(at);
      default:
        return at;
    }
  }

  #backslashes(at: number): number {
    let letter = at + 1;
    while (letter < at + LEVELS && this.#byte(letter) === BACKSLASH) letter += 1;
    const byte = this.#byte(letter);
    switch (byte) {
      case LOWER_U:
        return this.#hex(letter + 1, 4, 4) ?? at;
      case LOWER_X:
        return this.#hex(letter + 1, 2, 2) ?? at;
      case SLASH:
      case QUOTE:
      case APOSTROPHE:
        this.code = byte;
        return letter + 1;
      default:
        return at;
    }
  }

  #percent(at: number): number {
    let digits = at + 1;
    while (
      digits < at + 2 * LEVELS &&
      this.#byte(digits) === TWO &&
      this.#byte(digits + 1) === FIVE
    )
      digits += 2;
    const end = this.#hex(digits, 2, 2);
    if (end !== undefined) return end;
    this.code = PERCENT;
    return digits === at + 1 ? at : digits;
  }

  #entity(at: number): number {
    let from = at + 1;
    while (from < at + 4 * LEVELS && this.#name(from) === from + 4 && this.code === AMPERSAND)
      from += 4;
    const end = this.#byte(from) === NUMBER ? this.#number(from + 1) : this.#name(from);
    if (end !== undefined) return end;
    this.code = AMPERSAND;
    return from === at + 1 ? at : from;
  }

  #name(at: number): number | undefined {
    this.code = 0;
    for (const { name, code } of NAMED) {
      if (this.#byte(at) !== name[0] || !this.#hasAt(name, at)) continue;
      this.code = code;
      return at + name.length;
    }
    return undefined;
  }

  #hasAt(name: Uint8Array, at: number): boolean {
    for (let index = 0; index < name.length; index += 1) {
      if (this.#byte(at + index) !== name[index]) return false;
    }
    return true;
  }

  #number(at: number): number | undefined {
    const byte = this.#byte(at);
    const isHex = byte === LOWER_X || byte === UPPER_X;
    const end = isHex ? this.#hex(at + 1, 1, HEX_DIGITS) : this.#digits(at, 10, 1, DECIMAL_DIGITS);
    return end !== undefined && this.#byte(end) === SEMICOLON ? end + 1 : end;
  }

  #hex(at: number, fewest: number, most: number): number | undefined {
    return this.#digits(at, 16, fewest, most);
  }

  #digits(at: number, base: 10 | 16, fewest: number, most: number): number | undefined {
    let end = at;
    let code = 0;
    while (end < at + most) {
      const digit = digitOf(this.#byte(end));
      if (digit >= base) break;
      code = code * base + digit;
      end += 1;
    }
    if (end - at < fewest) return undefined;
    this.code = code;
    return end;
  }

  #byte(at: number): number {
    return at < this.#length ? (this.#text[at] ?? 0) : 0;
  }
}

/** The value of a hexadecimal digit; 16 for any other byte. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= NINE) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : 16;
}

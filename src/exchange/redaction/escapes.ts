import { INVISIBLE_STARTS, isInvisible } from './invisible-characters.ts';

const [BACKSLASH, PERCENT, AMPERSAND, EQUALS, SEMICOLON] = [0x5c, 0x25, 0x26, 0x3d, 0x3b];
const [LOWER_U, UPPER_U, LOWER_X, UPPER_X] = [0x75, 0x55, 0x78, 0x58];
const [SLASH, QUOTE, APOSTROPHE, OPEN, CLOSE, NUMBER] = [0x2f, 0x22, 0x27, 0x7b, 0x7d, 0x23];
const [TWO, THREE, FIVE, NINE] = [0x32, 0x33, 0x35, 0x39];
const [SPACE, TILDE] = [0x20, 0x7e];
const ASCII_SIGNS = [BACKSLASH, PERCENT, AMPERSAND, EQUALS];
/** What an escape or an invisible character can begin with. */
const SIGNS = new Uint8Array(256);
/** The same for two bytes: most characters that begin like an invisible one differ in the next byte. */
const PAIRS = new Uint8Array(1 << 16);
for (const sign of ASCII_SIGNS) {
  SIGNS[sign] = 1;
  PAIRS.fill(1, sign << 8, (sign + 1) << 8);
}
for (const [first, second] of INVISIBLE_STARTS) {
  SIGNS[first] = 1;
  PAIRS[(first << 8) | second] = 1;
}
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
  { name: Buffer.from('sol;'), code: SLASH },
  { name: Buffer.from('lowbar;'), code: 0x5f },
  { name: Buffer.from('plus;'), code: 0x2b },
  { name: Buffer.from('shy;'), code: 0xad },
  { name: Buffer.from('ZeroWidthSpace;'), code: 0x200b },
  { name: Buffer.from('zwnj;'), code: 0x200c },
  { name: Buffer.from('zwj;'), code: 0x200d },
  { name: Buffer.from('lrm;'), code: 0x200e },
  { name: Buffer.from('rlm;'), code: 0x200f },
  { name: Buffer.from('NoBreak;'), code: 0x2060 },
];
/** What an invisible character stands for. */
const NOTHING = 0;

/**
 * How to read what may be an escape or ordinary text, such as `=67` or `\147`: as ordinary text, or as
 * an escape, where digits after a backslash are octal or, as CSS has them, hexadecimal.
 */
export type Digits = 'text' | 'octal' | 'CSS';

/**
 * Reads the escapes of JSON (`\u0073`, `\/`), of programs (`\x73`, `\u{73}`), of percent-encoding
 * (`%73`, `%u0073`) and of HTML (`&#115;`) in the first `length` bytes of a text. Each level of JSON
 * within JSON doubles the backslashes, `%25` is a percent sign that was encoded again, and `&amp;` an
 * ampersand: they are read at once. Invisible characters, escaped or not, are escapes that stand for
 * nothing. An escape of another character that no key has is not read: not ASCII, or a control
 * character.
 */
export class EscapeReader {
  /** What the escape that was read last stands for. */
  code = NOTHING;
  /** Whether there was something so far that `octal` or `CSS` would read differently. */
  isAmbiguous = false;
  readonly #text: Uint8Array;
  readonly #length: number;
  readonly #readAs: Digits;

  constructor(text: Uint8Array, length: number, readAs: Digits = 'text') {
    this.#text = text;
    this.#length = length;
    this.#readAs = readAs;
  }

  /** Whether it stands for no character. */
  get isNothing(): boolean {
    return this.code === NOTHING;
  }

  /** Whether it stands for a quote: texts that contain JSON are full of these. */
  get isQuote(): boolean {
    return this.code === QUOTE || this.code === APOSTROPHE;
  }

  /** Reads the escape at an offset, and returns where it ends: at the offset when there is none. */
  read(at: number): number {
    const end = this.#end(at);
    if (this.code >= SPACE && this.code <= TILDE) return end;
    if (end === at || !isInvisible(this.code)) return at;
    this.code = NOTHING;
    return end;
  }

  /** Where the first escape is, from an offset on, that stands for no quote; `length` when none does. */
  next(from: number): number {
    for (let at = this.#sign(from); at < this.#length; at = this.#sign(at + 1)) {
      const end = this.read(at);
      if (end > at && !this.isQuote) return at;
      if (end > at) at = end - 1;
    }
    return this.#length;
  }

  /** Where the first byte is, from an offset on, that an escape can begin with. */
  #sign(from: number): number {
    const text = this.#text;
    for (let at = from; at < this.#length; at += 1) {
      // Most texts have few of them: four bytes at once are twice as fast.
      while (
        at + 4 <= this.#length &&
        (signAt(text, at) | signAt(text, at + 1) | signAt(text, at + 2) | signAt(text, at + 3)) ===
          0
      )
        at += 4;
      const pair = ((text[at] ?? 0) << 8) | (text[at + 1] ?? 0);
      if (PAIRS[pair] === 1) return at;
    }
    return this.#length;
  }

  /** Reads a character, which can be written as several bytes or as two surrogates. */
  #end(at: number): number {
    const end = this.#unit(at);
    const first = this.code;
    if (end === at || first < 0xc2) return end;
    if (first >= 0xd800 && first < 0xdc00) return this.#lowSurrogate(first, end);
    return first < 0xf5 ? this.#bytesAfter(first, end) : end;
  }

  #lowSurrogate(high: number, at: number): number {
    const end = this.#unit(at);
    const low = this.code - 0xdc00;
    const isPair = end > at && low >= 0 && low < 0x400;
    this.code = isPair ? 0x10000 + (high - 0xd800) * 0x400 + low : high;
    return isPair ? end : at;
  }

  /** The other bytes of a character in UTF-8. */
  #bytesAfter(first: number, at: number): number {
    const count = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = first & (0x3f >> count);
    let end = at;
    for (let byte = 0; byte < count; byte += 1) {
      const next = this.#unit(end);
      if (next === end || this.code < 0x80 || this.code > 0xbf) {
        this.code = first;
        return at;
      }
      code = code * 0x40 + (this.code & 0x3f);
      end = next;
    }
    this.code = code;
    return end;
  }

  #unit(at: number): number {
    const byte = this.#byte(at);
    switch (byte) {
      case BACKSLASH:
        return this.#backslashes(at);
      case PERCENT:
        return this.#percent(at);
      case AMPERSAND:
        return this.#entity(at);
      case EQUALS:
        return this.#ambiguous(at, this.#hex(at + 1, 2, 2));
      default:
        this.code = byte;
        return byte < 0x80 ? at : at + 1;
    }
  }

  #backslashes(at: number): number {
    let letter = at + 1;
    while (letter < at + LEVELS && this.#byte(letter) === BACKSLASH) letter += 1;
    const byte = this.#byte(letter);
    switch (byte) {
      case LOWER_U:
        return this.#hex(letter + 1, 4, 4) ?? this.#braced(letter + 1) ?? at;
      case UPPER_U:
        return this.#hex(letter + 1, 8, 8) ?? at;
      case LOWER_X:
        return this.#hex(letter + 1, 2, 2) ?? this.#braced(letter + 1) ?? at;
      case SLASH:
      case QUOTE:
      case APOSTROPHE:
        this.code = byte;
        return letter + 1;
      default:
        return this.#ambiguous(
          at,
          this.#readAs === 'octal' ? this.#octal(letter) : this.#css(letter),
        );
    }
  }

  /** Where an escape ends that may also be ordinary text: at its start when it is read as text. */
  #ambiguous(at: number, end: number | undefined): number {
    if (end === undefined) return at;
    if (this.#readAs !== 'text') return end;
    this.isAmbiguous ||= this.code >= SPACE;
    return at;
  }

  #braced(at: number): number | undefined {
    const end = this.#byte(at) === OPEN ? this.#hex(at + 1, 1, HEX_DIGITS) : undefined;
    return end !== undefined && this.#byte(end) === CLOSE ? end + 1 : undefined;
  }

  /** One byte, with a zero before it as some shells have it where it cannot be read otherwise. */
  #octal(at: number): number | undefined {
    const long = this.#digits(at, 8, 4, 4);
    if (long !== undefined && this.code >= SPACE && this.code <= TILDE) return long;
    return this.#digits(at, 8, 2, this.#byte(at) <= THREE ? 3 : 2);
  }

  /** A space can end it. */
  #css(at: number): number | undefined {
    const end = this.#hex(at, 2, HEX_DIGITS);
    return end !== undefined && this.#byte(end) === SPACE ? end + 1 : end;
  }

  #percent(at: number): number {
    let digits = at + 1;
    while (
      digits < at + 2 * LEVELS &&
      this.#byte(digits) === TWO &&
      this.#byte(digits + 1) === FIVE
    )
      digits += 2;
    const isLong = this.#byte(digits) === LOWER_U;
    const end = isLong ? this.#hex(digits + 1, 4, 4) : this.#hex(digits, 2, 2);
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

  #digits(at: number, base: 8 | 10 | 16, fewest: number, most: number): number | undefined {
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

function signAt(text: Uint8Array, at: number): number {
  return SIGNS[text[at] ?? 0] ?? 0;
}

/** The value of a hexadecimal digit; 16 for any other byte. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= NINE) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : 16;
}

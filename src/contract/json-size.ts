import { LIMITS } from '../input/limits.ts';

/** A string is searched character by character up to here, and then natively. */
const SHORT_STRING = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Measures JSON texts of one answer before they are parsed: a parsed text takes up to thirty times its
 * size, a value nested very deep overflows the stack of its readers, and an object with very many
 * members takes seconds to parse and to read, above all if their names are numbers.
 */
export class JsonSize {
  #values = 0;
  /** The commas so far in each container that is open; below 0 in an array, where any number may be. */
  readonly #commas = new Int32Array(LIMITS.jsonDepth.value + 1);

  /**
   * Adds a text in UTF-8, which need not be valid JSON.
   * @returns how it exceeds the limits, or undefined
   */
  add(text: Buffer): string | undefined {
    let depth = 0;
    for (let at = 0; at < text.length; at += 1) {
      switch (text[at]) {
        case QUOTE:
          at = endOfString(text, at + 1);
          break;
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          depth += 1;
          this.#values += 1;
          if (depth > LIMITS.jsonDepth.value) return TOO_DEEP;
          if (this.#values > LIMITS.jsonValues.value) return TOO_MANY;
          this.#commas[depth] = text[at] === OPEN_OBJECT ? 0 : -LIMITS.jsonValues.value;
          break;
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          depth -= 1;
          break;
        case COMMA:
          this.#values += 1;
          if (this.#values > LIMITS.jsonValues.value) return TOO_MANY;
          if (this.#addComma(depth) >= LIMITS.jsonMembers.value) return TOO_WIDE;
          break;
        default:
      }
    }
    return undefined;
  }

  #addComma(depth: number): number {
    const commas = (this.#commas[depth] ?? 0) + 1;
    if (depth > 0) this.#commas[depth] = commas;
    return commas;
  }
}

/** Shorter texts exceed no limit, so that they need not be measured. */
export const UNMEASURED_JSON = 2 * LIMITS.jsonDepth.value;
/** The same for the number of values in all texts of one answer. */
export const UNCOUNTED_JSON = 2 * LIMITS.jsonValues.value;

const TOO_DEEP = `JSON nested deeper than ${LIMITS.jsonDepth.value} levels`;
const TOO_WIDE = `a JSON object with more than ${LIMITS.jsonMembers.value} members`;
const TOO_MANY = `more than ${LIMITS.jsonValues.value} JSON values`;

/** The position of the closing quote, or the end of the text. */
function endOfString(text: Buffer, start: number): number {
  const near = Math.min(text.length, start + SHORT_STRING);
  for (let at = start; at < near; at += 1) {
    if (text[at] === QUOTE) return at;
    if (text[at] === BACKSLASH) at += 1;
  }
  let end = text.indexOf(QUOTE, start);
  while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf(QUOTE, end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: Buffer, at: number, start: number): boolean {
  let first = at;
  while (first > start && text[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

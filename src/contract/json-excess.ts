import { LIMITS } from '../input/limits.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * How a JSON text, which need not be valid, exceeds the limits before it is parsed: parsed, it takes up to
 * thirty times its size, and a value nested very deep overflows the stack of its readers.
 */
export function jsonExcess(text: Buffer): string | undefined {
  // Each level takes two characters, and so does each value.
  if (text.length <= 2 * LIMITS.jsonDepth.value) return undefined;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case QUOTE:
        at = endOfString(text, at + 1);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > LIMITS.jsonDepth.value) return TOO_DEEP;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > LIMITS.jsonValues.value) return TOO_MANY;
        break;
      default:
    }
  }
  return undefined;
}

const TOO_DEEP = `JSON nested deeper than ${LIMITS.jsonDepth.value} levels`;
const TOO_MANY = `more than ${LIMITS.jsonValues.value} JSON values`;

/** The position of the closing quote, or the end of the text. */
function endOfString(text: Buffer, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === QUOTE) return at;
    if (text[at] === BACKSLASH) at += 1;
  }
  return text.length;
}

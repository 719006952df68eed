/** A text as it reads without its escapes. */
export interface AsRead {
  readonly bytes: Buffer;
  /** Where the byte at an offset comes from in the text; for the length, where the text ends. */
  origin(at: number): number;
}

/**
 * Escapes of JSON (JSON within JSON doubles the backslashes), percent-encoding and HTML. All but those
 * of JSON stand for what is printed in ASCII, which is all that a key has.
 */
const ESCAPES =
  /\\+(?:u([\da-f]{4})|.)|%([2-7][\da-f])|&(?:#x0*([2-7][\da-f]);?|#0*(1[01]\d|12[0-6]|[3-9]\d);?|(amp|lt|gt|quot|apos|sol|lowbar|plus);)/gis;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['sol', '/'],
  ['lowbar', '_'],
  ['plus', '+'],
]);

/** Characters that JSON escapes with a backslash alone, as PHP does a slash. */
const ESCAPED_AS_THEMSELVES = '"\'/';
/** What no key has stands for the escape of anything else, such as a line break. */
const OTHER = 0;
const BACKSLASH = 0x5c;

/** Reads the text once: an escape within what an escape stands for is not read. */
export function asRead(text: Uint8Array): AsRead {
  const source = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  if (!['\\', '%', '&'].some((sign) => source.includes(sign))) {
    return { bytes: source, origin: (at) => at };
  }
  const bytes = Buffer.allocUnsafeSlow(source.length);
  const origins = new Int32Array(source.length + 1);
  let length = 0;
  const add = (byte: number, origin: number): void => {
    bytes[length] = byte;
    origins[length] = origin;
    length += 1;
  };
  let from = 0;
  // In Latin-1, an index is a byte offset.
  for (const found of source.toString('latin1').matchAll(ESCAPES)) {
    for (let at = from; at < found.index; at += 1) add(source[at] ?? 0, at);
    add(characterOf(found), found.index);
    from = found.index + found[0].length;
  }
  for (let at = from; at < source.length; at += 1) add(source[at] ?? 0, at);
  origins[length] = source.length;
  return { bytes: bytes.subarray(0, length), origin: (at) => origins[at] ?? source.length };
}

function characterOf([text, json, percent, hex, decimal, name]: RegExpExecArray): number {
  const digits = json ?? percent ?? hex;
  if (digits !== undefined) return printable(Number.parseInt(digits, 16));
  if (decimal !== undefined) return printable(Number(decimal));
  if (name !== undefined) return (NAMED.get(name.toLowerCase()) ?? '').charCodeAt(0);
  const last = text.at(-1) ?? '';
  return text.charCodeAt(0) === BACKSLASH && ESCAPED_AS_THEMSELVES.includes(last)
    ? last.charCodeAt(0)
    : OTHER;
}

function printable(code: number): number {
  return code >= 0x20 && code < 0x7f ? code : OTHER;
}

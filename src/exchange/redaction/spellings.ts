import { asRead } from './as-read.ts';

/** Something that must not be shown, with the name that replaces it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** One way to write a secret, as it reads without escapes. */
export interface Spelling {
  readonly bytes: Uint8Array;
  /** Where the secret part begins, after a prefix such as `ak_live_`. */
  readonly from: number;
  /** How many consecutive characters from there on reveal the secret. */
  readonly least: number;
  /** Replaces all of it. */
  readonly whole: string;
  /** Replaces any other run that reveals the secret. */
  readonly part: string;
}

const SHORTEST_SECRET = 8;
const PART_BYTES = 12;
/** How many characters of base64 twelve bytes determine, wherever they begin. */
const PART_BASE64 = 15;
/** A part with fewer different characters, like `000000000000`, may occur in any text. */
const PART_LETTERS = 6;
const LIVE = '_live_';

/** All spellings that are searched for; none when the secret is too short to be one. */
export function spellingsOf({ name, value }: Secret): readonly Spelling[] {
  if (Buffer.byteLength(value) < SHORTEST_SECRET) return [];
  const plain = asRead(Buffer.from(value)).bytes;
  const bytes = Buffer.from(value);
  const from = restStart(bytes);
  return [
    spelling(plain, restStart(plain), PART_BYTES, `[${name}]`, `[part of ${name}]`),
    spelling(Buffer.from(bytes.toString('hex')), 2 * from, 2 * PART_BYTES, `[hex of ${name}]`),
    ...[0, 1, 2].map((bytesBefore) => base64Spelling(bytes, from, bytesBefore, name)),
  ];
}

/** What replaces a run of a spelling; undefined where it reveals nothing. */
export function markerOf(of: Spelling, start: number, end: number): string | undefined {
  if (end - start === of.bytes.length) return of.whole;
  if (end - Math.max(start, of.from) < of.least) return undefined;
  return new Set(of.bytes.subarray(start, end)).size < PART_LETTERS ? undefined : of.part;
}

/** Where `<rest>` begins in a key of the form `<prefix>_live_<rest>`; 0 in any other. */
function restStart(key: Buffer): number {
  const at = key.indexOf(LIVE);
  const start = at + LIVE.length;
  return at === -1 || key.length - start < PART_BYTES ? 0 : start;
}

/**
 * The characters that base64 has for a secret wherever it is in the encoded bytes: a character has
 * 6 bits, so there are three ways to cut the secret into characters.
 * @param bytesBefore how many bytes precede the secret, without whole groups of three
 */
function base64Spelling(bytes: Buffer, from: number, bytesBefore: number, name: string): Spelling {
  const encoded = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
  const firstOf = (at: number): number => Math.ceil((8 * (bytesBefore + at)) / 6);
  const end = Math.floor((8 * (bytesBefore + bytes.length)) / 6);
  const text = Buffer.from(encoded.slice(firstOf(0), end));
  return spelling(text, firstOf(from) - firstOf(0), PART_BASE64, `[base64 of ${name}]`);
}

function spelling(
  bytes: Uint8Array,
  from: number,
  part: number,
  whole: string,
  partMarker = whole,
): Spelling {
  const least = Math.min(part, bytes.length - from);
  const folded = bytes.map((byte) => FOLDED[byte] ?? byte);
  return { bytes: folded, from, least, whole, part: partMarker };
}

/**
 * What each byte is compared as: upper case as lower case, and the two characters of base64url as those
 * of base64.
 */
export const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).replace('-', '+').replace('_', '/');
  return (byte < 0x80 ? character.toLowerCase() : character).charCodeAt(0);
});

import { createHash } from 'node:crypto';
import { folded } from './folding.ts';

/** Something that must not be shown, with the name that replaces it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** One way to write a secret, or a digest of it. */
export interface Spelling {
  readonly secret: Secret;
  /** In folded bytes; see `folding.ts`. */
  readonly text: Uint8Array;
  /**
   * For each offset, where the shortest run of characters ends that begins there or later and reveals
   * the secret; above the length of the text where no run does.
   */
  readonly revealedBy: Int32Array;
  /** What replaces a run of it, such as `[part of API key 1]`. */
  marker(start: number, end: number): string;
  /** Its first and its last character come with one more each, which it determines in part only. */
  readonly shared: { readonly before: boolean; readonly after: boolean };
}

const SHORTEST_SECRET = 8;
const PART_CHARACTERS = 12;
/** A part with fewer different characters, like `000000000000`, may occur in any text. */
const PART_LETTERS = 6;
const LIVE = '_live_';
const DIGESTS = ['sha512', 'sha256', 'sha1', 'md5'] as const;
/** What a gateway may take a digest of: the key, or the header that carries it. */
const DIGESTED = ['', 'Bearer '];
const NOTHING_SHARED = { before: false, after: false };

/** A run of characters of the secret, or of one of its spellings, that reveals it. */
type Run = readonly [start: number, end: number];

/** What replaces a part of a secret. */
export function partMarker({ name }: Secret): string {
  return `[part of ${name}]`;
}

/** All spellings that are searched for; none when the secret is too short to be one. */
export function spellingsOf(secret: Secret): Spelling[] {
  if (secret.value.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret.value);
  const runs = revealingRuns(secret.value, bytes);
  return [
    ...plainSpellings(secret, bytes, runs),
    reversedSpelling(secret, bytes, runs),
    hexSpelling(secret, bytes, runs),
    ...[0, 1, 2].map((bytesBefore) => base64Spelling(secret, bytes, runs, bytesBefore)),
    ...digestSpellings(secret),
  ];
}

/** Every run of characters that reveals a part of the key; none when the key is too short. */
export function revealingParts(key: string): readonly string[] {
  if (key.length < SHORTEST_SECRET) return [];
  const rest = key.slice(restStart(key));
  const count = Math.max(rest.length - SHORTEST_SECRET + 1, 0);
  const parts = Array.from({ length: count }, (_, at) => rest.slice(at, at + SHORTEST_SECRET));
  return parts.filter((part) => new Set(part).size >= PART_LETTERS);
}

/** The shortest runs that reveal a secret. */
function revealingRuns(value: string, bytes: Buffer): readonly Run[] {
  const runs: Run[] = [[0, bytes.length]];
  for (let at = restStart(value); at + PART_CHARACTERS <= bytes.length; at += 1) {
    const end = at + PART_CHARACTERS;
    if (new Set(bytes.subarray(at, end)).size >= PART_LETTERS) runs.push([at, end]);
  }
  return runs;
}

/** Where `<rest>` begins in a key of the form `<prefix>_live_<rest>`; 0 in any other. */
function restStart(key: string): number {
  const at = key.indexOf(LIVE);
  return at === -1 ? 0 : at + LIVE.length;
}

/** As it is, and as JSON has it where that differs. */
function plainSpellings(secret: Secret, bytes: Buffer, runs: readonly Run[]): Spelling[] {
  const restAt = restStart(secret.value);
  const markers = { whole: markerOf('', secret), rest: markerOf('rest of ', secret) };
  const part = partMarker(secret);
  const marker = (start: number, end: number): string => {
    if (end < bytes.length || start > restAt) return part;
    return start === 0 ? markers.whole : markers.rest;
  };
  const plain = { ...spelling(secret, bytes, runs, ''), marker };
  const json = Buffer.from(JSON.stringify(secret.value).slice(1, -1));
  return json.equals(bytes) ? [plain] : [plain, spelling(secret, json, [[0, json.length]], '')];
}

function reversedSpelling(secret: Secret, bytes: Buffer, runs: readonly Run[]): Spelling {
  const { length } = bytes;
  const reversed = runs.map(([start, end]): Run => [length - end, length - start]);
  return spelling(secret, bytes.toReversed(), reversed, 'reverse of ');
}

function hexSpelling(secret: Secret, bytes: Buffer, runs: readonly Run[]): Spelling {
  const doubled = runs.map(([start, end]): Run => [2 * start, 2 * end]);
  return spelling(secret, Buffer.from(bytes.toString('hex')), doubled, 'hex of ');
}

/**
 * The characters that base64 has for a secret wherever it is in the encoded bytes: a character has
 * 6 bits, so there are three ways to cut the secret into characters.
 * @param bytesBefore how many bytes precede the secret, without whole groups of three
 */
function base64Spelling(
  secret: Secret,
  bytes: Buffer,
  runs: readonly Run[],
  bytesBefore: number,
): Spelling {
  const encoded = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
  const firstOf = (at: number): number => Math.ceil((8 * (bytesBefore + at)) / 6);
  const endOf = (at: number): number => Math.floor((8 * (bytesBefore + at)) / 6);
  const first = firstOf(0);
  const text = Buffer.from(encoded.slice(first, endOf(bytes.length)));
  const within = runs.map(([start, end]): Run => [firstOf(start) - first, endOf(end) - first]);
  const shared = { before: bytesBefore > 0, after: (bytesBefore + bytes.length) % 3 > 0 };
  return spelling(secret, text, within, 'base64 of ', shared);
}

function digestSpellings(secret: Secret): Spelling[] {
  return DIGESTS.flatMap((name) =>
    DIGESTED.flatMap((before) => {
      const digest = createHash(name).update(before).update(secret.value).digest();
      const texts = [digest.toString('hex'), digest.toString('base64url')];
      return texts.map((text) => {
        return spelling(secret, Buffer.from(text), [[0, text.length]], `${name} of `);
      });
    }),
  );
}

function spelling(
  secret: Secret,
  text: Uint8Array,
  runs: readonly Run[],
  form: string,
  shared = NOTHING_SHARED,
): Spelling {
  const { length } = text;
  const revealedBy = new Int32Array(length + 1).fill(length + 1);
  for (const [start, end] of runs) revealedBy[start] = Math.min(revealedBy[start] ?? end, end);
  for (let at = length - 1; at >= 0; at -= 1) {
    revealedBy[at] = Math.min(revealedBy[at] ?? 0, revealedBy[at + 1] ?? 0);
  }
  const marker = markerOf(form, secret);
  return { secret, text: folded(text), revealedBy, marker: () => marker, shared };
}

function markerOf(form: string, { name }: Secret): string {
  return `[${form}${name}]`;
}

import { createHash } from 'node:crypto';

/** Something that must not be shown, with the name that replaces it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A byte string that reveals a secret. */
export interface SecretPattern {
  readonly secret: Secret;
  readonly bytes: Uint8Array;
  /** The extent of a match at `at`, not before `from`, and its form, such as `part of `. */
  extent(text: Uint8Array, at: number, from: number): Extent;
}

export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly form: string;
}

const SHORTEST_SECRET = 8;
const PART_CHARACTERS = 12;
/** A part with fewer different characters, like `000000000000`, may occur in any text. */
const PART_LETTERS = 6;
const LIVE = '_live_';
const DIGESTS = ['sha256', 'sha1', 'md5'] as const;

/** All patterns that reveal a secret; none when it is too short to be one. */
export function secretPatterns(secret: Secret): SecretPattern[] {
  if (secret.value.length < SHORTEST_SECRET) return [];
  return [...partPatterns(secret), ...digestPatterns(secret)];
}

function partPatterns(secret: Secret): SecretPattern[] {
  const key = Buffer.from(secret.value);
  const restAt = restStart(secret.value);
  const parts: SecretPattern[] = [];
  for (let at = restAt; at + PART_CHARACTERS <= key.length; at += 1) {
    const bytes = key.subarray(at, at + PART_CHARACTERS);
    if (new Set(bytes).size >= PART_LETTERS)
      parts.push(partPattern(secret, key, restAt, at, bytes));
  }
  return [partPattern(secret, key, restAt, 0, key), ...parts];
}

/** Every run of characters that reveals a part of the key; none when the key is too short. */
export function revealingParts(key: string): readonly string[] {
  if (key.length < SHORTEST_SECRET) return [];
  const rest = key.slice(restStart(key));
  const count = Math.max(rest.length - SHORTEST_SECRET + 1, 0);
  const parts = Array.from({ length: count }, (_, at) => rest.slice(at, at + SHORTEST_SECRET));
  return parts.filter((part) => new Set(part).size >= PART_LETTERS);
}

/** Where `<rest>` begins in a key of the form `<prefix>_live_<rest>`; 0 in any other. */
function restStart(key: string): number {
  const at = key.indexOf(LIVE);
  return at === -1 ? 0 : at + LIVE.length;
}

function partPattern(
  secret: Secret,
  key: Buffer,
  restAt: number,
  keyAt: number,
  bytes: Uint8Array,
): SecretPattern {
  return {
    secret,
    bytes,
    extent(text, at, from) {
      let first = keyAt;
      let start = at;
      while (first > 0 && start > from && text[start - 1] === key[first - 1]) {
        first -= 1;
        start -= 1;
      }
      let last = keyAt + bytes.length;
      let end = at + bytes.length;
      while (last < key.length && text[end] === key[last]) {
        last += 1;
        end += 1;
      }
      const whole = last === key.length;
      const form = whole && first === 0 ? '' : whole && first <= restAt ? 'rest of ' : 'part of ';
      return { start, end, form };
    },
  };
}

function digestPatterns(secret: Secret): SecretPattern[] {
  const patterns = DIGESTS.flatMap((name) => {
    const digest = createHash(name).update(secret.value).digest();
    const hex = digest.toString('hex');
    return [hex, hex.toUpperCase(), ...base64Forms(digest)].map((text) =>
      digestPattern(secret, name, text),
    );
  });
  const spelled = base64Forms(Buffer.from(secret.value));
  return [...patterns, ...spelled.map((text) => digestPattern(secret, 'base64', text))];
}

function base64Forms(bytes: Buffer): string[] {
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

function digestPattern(secret: Secret, name: string, text: string): SecretPattern {
  const bytes = Buffer.from(text);
  return {
    secret,
    bytes,
    extent: (_, at) => ({ start: at, end: at + bytes.length, form: `${name} of ` }),
  };
}

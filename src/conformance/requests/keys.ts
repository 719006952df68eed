import { randomInt, randomUUID } from 'node:crypto';
import { BILLABLE, KEY_LENGTH, OPERATIONS } from '../../contract/operations.ts';
import type { Difference, Expected } from './difference.ts';
import type { RequestForm } from './forms.ts';

/**
 * A key that no earlier run used, with any seed: an answer that the gateway stored cannot match
 * it.
 */
export function freshKey(): string {
  return `assay-${randomUUID()}`;
}

/** A key of its own, under which the request is the first. */
export const WITH_KEY: Difference = {
  name: 'with a key',
  expected: 'accepted',
  of: (request) => ({ ...request, idempotencyKey: freshKey() }),
};

const LONGEST = KEY_LENGTH.most;

/** Keys around the stated lengths, 1 to 255 characters, after an ordinary one. */
export function keysOfLengths(form: RequestForm): readonly Difference[] {
  return [
    keyOf('an ordinary key', 'accepted', freshKey()),
    ...lettersFor(form).map((letter) => keyOf('a key of one character', 'accepted', letter)),
    keyOf('a key of 255 characters', 'accepted', sized(freshKey(), LONGEST)),
    keyOf('a key of 256 characters', 'refused', sized(freshKey(), LONGEST + 1)),
    keyOf('an empty key', 'refused', ''),
    keyOf('a key of spaces', 'refused', '   '),
  ];
}

function keyOf(name: string, expected: Expected, idempotencyKey: string): Difference {
  return { name, expected, of: (request) => ({ ...request, idempotencyKey }) };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Keys of one character for each form: a gateway may keep one key for all of them. */
const SHARE = 8;

/** Two of the characters that only this form has as keys. */
function lettersFor({ operation, stream }: RequestForm): readonly string[] {
  const forms = [...BILLABLE, ...BILLABLE.filter((each) => OPERATIONS[each].streams)];
  const first = SHARE * (stream ? forms.lastIndexOf(operation) : forms.indexOf(operation));
  const start = randomInt(SHARE);
  return [start, (start + 1) % SHARE].map((place) => LETTERS.charAt(first + place));
}

/**
 * Random characters: a text with a part of an API key in it, such as 0123456789ab, would be
 * redacted.
 */
function sized(key: string, length: number): string {
  return key.padEnd(length, key).slice(0, length);
}

/**
 * Keys that differ slightly from one, by what differs. A gateway that joins the parts of its own key with a
 * colon may split it there again, and one that shortens it may keep its ends.
 */
export const ALIKE: Readonly<Record<string, (key: string) => string>> = {
  'another last character': (key) => `${key.slice(0, -1)}~`,
  'another middle': (key) => {
    const [start, end] = [key.slice(0, KEPT_AT_START), key.slice(-KEPT_AT_END)];
    return `${start}${sized(`${freshKey()}:`, key.length - KEPT_AT_START - KEPT_AT_END)}${end}`;
  },
  'other case': (key) => key.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  'other punctuation': (key) => key.replaceAll('-', '_'),
};

/** A key as long as one may be, and keys that differ slightly from it. */
export function alikeKeys(): { readonly key: string; readonly others: Record<string, string> } {
  const key = sized(`${freshKey()}:`, LONGEST);
  const others = Object.entries(ALIKE).map(([name, of]) => [name, of(key)]);
  return { key, others: Object.fromEntries(others) };
}

const KEPT_AT_START = 12;
const KEPT_AT_END = 4;

/** Visible ASCII that is neither a letter nor a digit. */
export const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

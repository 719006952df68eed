import * as fc from 'fast-check';
import { expect } from 'vitest';
import { Redactor } from '../../../src/exchange/redaction/redact.ts';
import { SecretFinder } from '../canary/find-secrets.ts';

/** Any 12 of the characters differ enough to be a part of a key. */
const keys = fc
  .uniqueArray(
    fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_/+.'),
    {
      minLength: 16,
      maxLength: 48,
    },
  )
  .map((characters) => characters.join(''));
const noise = fc.string({ unit: fc.constantFrom(...'ab 01:,éß'), maxLength: 20 });

const hex = (character: string) => (character.codePointAt(0) ?? 0).toString(16).padStart(2, '0');

const ESCAPES: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `%${hex(character)}`,
  (character) => `\\u00${hex(character).toUpperCase()}`,
  (character) => `&#x${hex(character)};`,
  (character) => `&#${character.codePointAt(0)};`,
  (character) => character.toUpperCase(),
];
/** Which of the characters are escaped, and how. */
const choices = fc.array(fc.nat(ESCAPES.length - 1), { minLength: 48, maxLength: 48 });

type Form = (text: string, chosen: readonly number[]) => string;

const FORMS: readonly Form[] = [
  (text, chosen) =>
    [...text].map((it, at) => ESCAPES[chosen[at % chosen.length] ?? 0]?.(it)).join(''),
  (text, [before = 0]) => Buffer.from(`${'x'.repeat(before)}${text}yz`).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
];

/** No 12 characters of a key survive, in any form and between any texts. */
export const anyKeyForm = fc.property(
  keys,
  fc.constantFrom(...FORMS),
  fc.nat(4),
  choices,
  fc.tuple(noise, noise),
  (key, form, from, chosen, [before, after]) => {
    const redactor = new Redactor([{ name: 'API key 1', value: key }]);
    const text = `${before} ${form(key.slice(from), chosen)} ${after}`;
    expect(new SecretFinder([key]).in(Buffer.from(redactor.text(text)))).toEqual([]);
    expect(redactor.contains(text)).toBe(true);
  },
);

/** The same for the joined deltas of a stream, wherever they are cut. */
export const anyKeyInDeltas = fc.property(
  keys,
  fc.constantFrom(...FORMS),
  choices,
  fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 9 }),
  noise,
  (key, form, chosen, cuts, id) => {
    const redactor = new Redactor([{ name: 'API key 1', value: key }]);
    const events = deltas(`so ${form(key, chosen)} end`, cuts).map((it) => eventOf(it, id));
    const body = Buffer.from(events.join(''));
    const redacted = redactor.body(body, [{ endOffset: body.length, atMs: 1 }]);
    expect(redacted.reads).toEqual([{ endOffset: redacted.body.length, atMs: 1 }]);
    expect(new SecretFinder([key]).in(redacted.body)).toEqual([]);
  },
);

/** JSON with a key in it stays JSON, wherever the key is in it. */
export const anyJsonWithKey = fc.property(keys, fc.json(), fc.nat(), (key, json, at) => {
  const redactor = new Redactor([{ name: 'API key 1', value: key }]);
  const quotes = [...json.matchAll(/"/g)].map(({ index }) => index);
  const place = 1 + (quotes[at % Math.max(quotes.length, 1)] ?? json.length);
  const text = json.slice(0, place) + key + json.slice(place);
  if (isJson(text)) expect(isJson(redactor.text(text))).toBe(true);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function deltas(text: string, cuts: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += cuts[(pieces.length - 1) % cuts.length] ?? 1) {
    pieces.push(text.slice(at, at + (cuts[pieces.length % cuts.length] ?? 1)));
  }
  return pieces;
}

function eventOf(content: string, id: string): string {
  return `data: ${JSON.stringify({ id, choices: [{ delta: { content }, index: 0 }] })}\n\n`;
}

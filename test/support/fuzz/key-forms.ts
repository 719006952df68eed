import * as fc from 'fast-check';
import { expect } from 'vitest';
import { Redactor } from '../../../src/exchange/redaction/redact.ts';

const PART = 12;
/** A part with fewer different characters is not searched for. */
const LETTERS = 6;

const keys = fc.string({
  unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_/+.'),
  minLength: 16,
  maxLength: 48,
});
const noise = fc.string({ unit: fc.constantFrom(...'ab 01:,éß'), maxLength: 20 });
/** Which of the characters are escaped, and how. */
const choices = fc.array(fc.nat(7), { minLength: 48, maxLength: 48 });

interface Form {
  readonly name: string;
  encode(text: string, chosen: readonly number[]): string;
  /** All that a reader may make of the encoded text. */
  decode(text: string): readonly string[];
}

const hex = (character: string, digits: number) =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');

const ESCAPES: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `%${hex(character, 2)}`,
  (character) => `%${hex(character, 2).toUpperCase()}`,
  (character) => `\\u${hex(character, 4)}`,
  (character) => `\\u${hex(character, 4).toUpperCase()}`,
  (character) => `&#x${hex(character, 2)};`,
  (character) => `&#${character.codePointAt(0)};`,
  (character) => (/[a-z]/.test(character) ? character.toUpperCase() : character),
];

function unescaped(text: string): string {
  return text.replaceAll(
    /%([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]+);|&#(\d+);/gi,
    (_, percent, json, hexadecimal, decimal) =>
      String.fromCodePoint(
        decimal ? +decimal : Number.parseInt(percent ?? json ?? hexadecimal, 16),
      ),
  );
}

/** What base64 in a text stands for, wherever its groups of four begin. */
function fromBase64(text: string): readonly string[] {
  return [0, 1, 2, 3].flatMap((from) =>
    text.split(/[^\w+/-]/).map((run) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );
}

const FORMS: readonly Form[] = [
  {
    name: 'any characters escaped, or in the other case',
    encode: (text, chosen) =>
      [...text].map((it, at) => ESCAPES[chosen[at % chosen.length] ?? 0]?.(it)).join(''),
    decode: (text) => [unescaped(text)],
  },
  {
    name: 'base64 after any bytes',
    encode: (text, [before = 0]) =>
      Buffer.from(`${'x'.repeat(before)}${text}yz`).toString('base64'),
    decode: fromBase64,
  },
  {
    name: 'base64url',
    encode: (text, [before = 0]) =>
      Buffer.from(`${'x'.repeat(before)}${text}`).toString('base64url'),
    decode: fromBase64,
  },
  {
    name: 'hex',
    encode: (text, [upper = 0]) => {
      const encoded = Buffer.from(text).toString('hex');
      return upper % 2 === 0 ? encoded : encoded.toUpperCase();
    },
    decode: (text) =>
      [0, 1].flatMap((from) =>
        text
          .split(/[^\da-f]/i)
          .map((run) => Buffer.from(run.slice(from), 'hex').toString('latin1')),
      ),
  },
];

/** Each run of 12 characters of the key that a text shows, in whatever case. */
function shownParts(key: string, text: string): readonly string[] {
  const parts = Array.from({ length: key.length - PART + 1 }, (_, at) => key.slice(at, at + PART));
  const lower = text.toLowerCase();
  return parts.filter(
    (part) => new Set(part).size >= LETTERS && lower.includes(part.toLowerCase()),
  );
}

/** No 12 characters of a key survive, in any form and between any texts. */
export const anyKeyForm = fc.property(
  keys,
  fc.constantFrom(...FORMS),
  fc.nat(20),
  choices,
  fc.tuple(noise, noise),
  (key, { encode, decode }, from, chosen, [before, after]) => {
    const redactor = new Redactor([{ name: 'API key 1', value: key }]);
    const secret = key.slice(Math.min(from, key.length - PART));
    const text = `${before} ${encode(secret, chosen)} ${after}`;
    const left = redactor.text(text);
    expect(decode(left).flatMap((decoded) => shownParts(key, decoded))).toEqual([]);
    if (shownParts(key, secret).length > 0) expect(redactor.contains(text)).toBe(true);
  },
);

/** The same for the joined deltas of a stream, wherever they are cut. */
export const anyKeyInDeltas = fc.property(
  keys,
  fc.constantFrom(...FORMS),
  choices,
  fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 9 }),
  noise,
  (key, { encode, decode }, chosen, cuts, id) => {
    const redactor = new Redactor([{ name: 'API key 1', value: key }]);
    const events = deltas(`so ${encode(key, chosen)} end`, cuts).map((it) => eventOf(it, id));
    const body = Buffer.from(events.join(''));
    const redacted = redactor.body(body, [{ endOffset: body.length, atMs: 1 }]);
    expect(redacted.reads).toEqual([{ endOffset: redacted.body.length, atMs: 1 }]);
    const left = Buffer.from(redacted.body).toString().split('\n\n').map(deltaOf).join('');
    expect(decode(left).flatMap((decoded) => shownParts(key, decoded))).toEqual([]);
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

function deltaOf(event: string): string {
  const content = /"content":("(?:[^"\\]|\\.)*")/.exec(event)?.[1];
  return content === undefined ? '' : String(JSON.parse(content));
}

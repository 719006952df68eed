import { createHash } from 'node:crypto';

type Form = (key: string) => string;

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;
const ENCODINGS = ['hex', 'base64', 'base64url'] as const;

const base64: Form = (text) => Buffer.from(text).toString('base64');

/** Forms of a key that a reader of a text can turn back into the key, or compare with it. */
export const KEY_FORMS: Readonly<Record<string, Form>> = {
  plain: (key) => key,
  part: (key) => key.slice(-20, -2),
  base64,
  'base64 of Bearer': (key) => base64(`Bearer ${key}`),
  'base64 of user and key': (key) => base64(`u:${key}`),
  'base64 one byte later': (key) => base64(`k${key}`),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  hex: (key) => Buffer.from(key).toString('hex'),
  'upper-case hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  percent: (key) => escaped(key, (code) => `%${code}`),
  'percent, every other character': (key) =>
    key.replace(
      /(.)(.)/g,
      (_, one: string, two: string) => `${one}${escaped(two, (c) => `%${c}`)}`,
    ),
  'HTML entities': (key) => escaped(key, (code) => `&#x${code};`),
  'JSON escapes in a text': jsonEscaped,
  'quoted-printable': (key) => escaped(key, (code) => `=${code}`),
  'soft hyphens between characters': (key) => [...key].join('\u00ad'),
  reversed: (key) => [...key].toReversed().join(''),
  'upper case': (key) => key.toUpperCase(),
  ...Object.fromEntries(
    DIGESTS.flatMap((algorithm) =>
      ENCODINGS.map((encoding): [string, Form] => [
        `${algorithm} in ${encoding}`,
        (key) => createHash(algorithm).update(key).digest(encoding),
      ]),
    ),
  ),
};

/** A key in JSON, with each character escaped. */
export function jsonEscaped(key: string): string {
  return escaped(key, (code) => `\\u00${code}`);
}

/** @param write gets the two hex digits of a character */
function escaped(text: string, write: (digits: string) => string): string {
  return [...text].map((each) => write(each.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
}

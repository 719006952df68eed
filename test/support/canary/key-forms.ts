type Form = (key: string) => string;

const base64: Form = (text) => Buffer.from(text).toString('base64');

/** Forms in which a gateway may quote a key. */
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
  'upper case': (key) => key.toUpperCase(),
};

/** A key in JSON, with each character escaped. */
export function jsonEscaped(key: string): string {
  return escaped(key, (code) => `\\u00${code}`);
}

/** @param write gets the two hex digits of a character */
function escaped(text: string, write: (digits: string) => string): string {
  return [...text].map((each) => write(each.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
}

import { createHash } from 'node:crypto';

/** Shorter parts of a key also occur by chance. */
const PART = 12;
const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** A form of a key and the texts, in lower case, of which each one gives it away. */
interface Needle {
  readonly form: string;
  readonly texts: readonly string[];
}

/** The forms in which a text shows one of the keys, whatever its escapes; empty for none. */
export function shownKeys(text: string, keys: readonly string[]): readonly string[] {
  const views = viewsOf(text);
  const needles = keys.flatMap(needlesOf);
  return needles
    .filter(({ texts }) => texts.some((part) => views.some((view) => view.includes(part))))
    .map(({ form }) => form);
}

/** The text as it is and without each kind of escape, in lower case. */
function viewsOf(text: string): readonly string[] {
  const unescaped = text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, '$1');
  const decoded = unescaped
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x0*([\da-f]{1,6});/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/&#0*(\d{1,7});/g, (_, digits: string) => String.fromCharCode(Number(digits)));
  return [...new Set([text, unescaped, decoded])].map((view) => view.toLowerCase());
}

function needlesOf(key: string): readonly Needle[] {
  const hex = Buffer.from(key).toString('hex');
  const digests = DIGESTS.flatMap((algorithm) => [
    { form: `${algorithm} in hex`, texts: [digest(algorithm, key, 'hex')] },
    {
      form: `${algorithm} in base64`,
      texts: [digest(algorithm, key, 'base64').replace(/=+$/, '')],
    },
  ]);
  return [
    { form: 'plain', texts: partsOf(key, PART) },
    { form: 'reversed', texts: partsOf([...key].toReversed().join(''), PART) },
    { form: 'hex', texts: partsOf(hex, 2 * PART) },
    { form: 'base64', texts: [0, 1, 2].flatMap((offset) => partsOf(base64At(key, offset), 20)) },
    ...digests,
  ].map(({ form, texts }) => ({ form, texts: texts.map((part) => part.toLowerCase()) }));
}

/** The characters of base64 that depend on the key only, when it begins at this offset modulo 3. */
function base64At(key: string, offset: number): string {
  const text = Buffer.from('\0'.repeat(offset) + key)
    .toString('base64')
    .replace(/=+$/, '');
  return text.slice(offset === 0 ? 0 : offset + 1, -1);
}

function partsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
}

function digest(algorithm: string, text: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(text).digest(encoding);
}

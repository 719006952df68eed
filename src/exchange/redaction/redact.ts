import { accessSecrets, NO_ACCESS } from '../access.ts';
import type { Headers, Read } from '../exchange.ts';
import { asRead } from './as-read.ts';
import { joined, joinedStrings, piecesOf } from './joined-strings.ts';
import { keyTemplate } from './key-template.ts';
import { type Found, MOST_SPANS, type Redacted, replaced, Search, type Span } from './search.ts';
import { type Secret, spellingsOf } from './spellings.ts';

/**
 * What replaces a key or a part of it, such as `[API key 1]`, `[part of API key 1]` or
 * `[hex of API key 2]`. It contains no quote or backslash, so JSON stays JSON.
 */
export const KEY_MARKER = /\[(?:(?:part|hex|base64) of )?(?:API key [12]|sent credential)\]/g;

/** The keys of a run, by the names of their markers, and its other secrets. */
export function runSecrets(first: string, second?: string, access = NO_ACCESS): Secret[] {
  const keys = [{ name: 'API key 1', value: first }];
  if (second !== undefined) keys.push({ name: 'API key 2', value: second });
  return [...keys, ...accessSecrets(access)];
}

/**
 * Replaces keys in what a gateway sends. Searches for each key and for any 12 consecutive characters of
 * its `<rest>`, in upper and lower case, in hex and in base64, with any characters escaped. In an event
 * stream, a key that comes in pieces is replaced piece by piece. A key of less than 8 characters is not
 * a secret and is not searched for.
 */
export class Redactor {
  readonly #secrets: readonly Secret[];
  readonly #search: Search | undefined;

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
    const spellings = secrets.flatMap(spellingsOf);
    this.#search = spellings.length === 0 ? undefined : new Search(spellings);
  }

  /** A redactor that also replaces this secret; itself when it already does. */
  knowing(secret: Secret): Redactor {
    if (this.#secrets.some(({ value }) => value === secret.value)) return this;
    return spellingsOf(secret).length === 0 ? this : new Redactor([...this.#secrets, secret]);
  }

  /** A text of a request, with markers that say how to make it; undefined where none does. */
  template(text: string): string | undefined {
    const template = keyTemplate(text, this.#secrets);
    return this.contains(template) ? undefined : template;
  }

  /** Whether a text shows a key or a part of one, in any form that is searched for. */
  contains(text: string): boolean {
    return this.text(text) !== text;
  }

  /** A text, as sent or decoded, with a marker in place of each key. */
  text(text: string): string {
    const bytes = Buffer.from(text);
    const { body } = this.body(bytes, []);
    return body === bytes ? text : Buffer.from(body).toString();
  }

  headers(headers: Headers): Headers {
    return headers.map(([name, value]) => [this.text(name), this.text(value)]);
  }

  /** The body with its reads, whose offsets are those of the same text after the replacements. */
  body(body: Uint8Array, reads: readonly Read[]): Redacted {
    if (this.#search === undefined) return { body, reads };
    // In pieces first: a piece that is long enough to be found alone is a part of a longer run.
    const whole = replaced({ body, reads }, foundInPieces(body, this.#search));
    return replaced(whole, foundIn(whole.body, this.#search));
  }
}

/** What shows a secret once the escapes of a text are read. */
function foundIn(text: Uint8Array, search: Search): readonly Found[] {
  const { bytes, origin } = asRead(text);
  return search
    .in(bytes)
    .map((found) => ({ ...found, start: origin(found.start), end: origin(found.end) }));
}

/** The pieces of what shows a secret in the joined strings of an event stream. */
function foundInPieces(body: Uint8Array, search: Search): readonly Span[] {
  const spans: Span[] = [];
  for (const pieces of joinedStrings(body)) {
    const found = foundIn(joined(body, pieces), search);
    for (const [index, parts] of piecesOf(pieces, found).entries()) {
      const marker = found[index]?.part ?? '';
      if (parts.length > 1) spans.push(...parts.map((part) => ({ ...part, marker })));
    }
    if (spans.length > MOST_SPANS) break;
  }
  return spans.toSorted((a, b) => a.start - b.start);
}

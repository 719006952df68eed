import { accessSecrets, NO_ACCESS } from '../access.ts';
import type { Headers, Read } from '../exchange.ts';
import type { Digits } from './escapes.ts';
import { joinedStrings, piecesOf } from './joined-strings.ts';
import { keyTemplate } from './key-template.ts';
import { mergedSpans, movedReads, replaced } from './spans.ts';
import { type Found, MOST_RUNS, SpellingSearch } from './spelling-search.ts';
import { partMarker, type Secret, spellingsOf } from './spellings.ts';
import { unescapedViews } from './unescaped-views.ts';

/**
 * What replaces a key, a part of it or a digest of it, such as `[API key 1]`,
 * `[part of API key 1]` or `[sha256 of API key 2]`. It contains no quote or backslash, so JSON
 * stays JSON.
 */
export const KEY_MARKER =
  /\[(?:(?:rest|part|reverse|hex|base64|sha512|sha256|sha1|md5) of )?(?:API key [12]|sent credential)\]/g;

/** How many levels of escapes within escapes are read, such as a percent-encoding within JSON. */
const ESCAPE_LEVELS = 3;
/** How many times longer escapes make a run than what they stand for. */
const ESCAPE_LENGTH = 8;

/** The keys of a run, by the names of their markers, and its other secrets. */
export function runSecrets(first: string, second?: string, access = NO_ACCESS): Secret[] {
  const keys = [{ name: 'API key 1', value: first }];
  if (second !== undefined) keys.push({ name: 'API key 2', value: second });
  return [...keys, ...accessSecrets(access)];
}

/**
 * Replaces keys in what a gateway sends, before anything else reads it. Searches for each key, for
 * any 12 consecutive characters of its `<rest>`, and for its digests, in the spellings that
 * `spellings.ts` lists, with any characters escaped. A key of less than 8 characters is not a
 * secret and is not searched for.
 */
export class Redactor {
  readonly #secrets: readonly Secret[];
  readonly #search: SpellingSearch | undefined;

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
    const spellings = secrets.flatMap(spellingsOf);
    this.#search = spellings.length === 0 ? undefined : new SpellingSearch(spellings);
  }

  /** A redactor that also replaces this secret; itself when it already does. */
  knowing(secret: Secret): Redactor {
    if (this.#secrets.some(({ value }) => value === secret.value)) return this;
    return spellingsOf(secret).length === 0 ? this : new Redactor([...this.#secrets, secret]);
  }

  /** A text of a request, with markers that say how to make it; see `keyTemplate`. */
  template(text: string): string | undefined {
    return keyTemplate(text, this.#secrets);
  }

  /** Whether a text shows a key or a part of one, in any form that is searched for. */
  contains(text: string): boolean {
    return this.#found(Buffer.from(text)).length > 0;
  }

  /** A text, as sent or decoded, with a marker in place of each key. */
  text(text: string): string {
    const bytes = Buffer.from(text);
    const spans = mergedSpans(bytes, this.#found(bytes));
    return spans.length === 0 ? text : Buffer.from(replaced(bytes, spans)).toString();
  }

  headers(headers: Headers): Headers {
    return headers.map(([name, value]) => [this.text(name), this.text(value)]);
  }

  /**
   * The body with its reads, whose offsets are those of the same text after the replacements. In an
   * event stream, a key that comes in pieces is replaced piece by piece.
   */
  body(body: Uint8Array, reads: readonly Read[]): { body: Uint8Array; reads: readonly Read[] } {
    const found = this.#found(body);
    if (this.#search !== undefined) findPieces(this.#search, body, found);
    const spans = mergedSpans(body, found);
    if (spans.length === 0) return { body, reads };
    return { body: replaced(body, spans), reads: movedReads(reads, spans) };
  }

  #found(text: Uint8Array): Found[] {
    const found: Found[] = [];
    if (this.#search !== undefined) findIn(this.#search, text, text.length, found);
    return found;
  }
}

/** Adds what reveals a secret in the first `length` bytes of a text, also where it is escaped. */
function findIn(
  search: SpellingSearch,
  text: Uint8Array,
  length: number,
  found: Found[],
  levels = ESCAPE_LEVELS,
  readAs: Digits = 'text',
): void {
  search.find(text, length, found);
  if (levels === 0) return;
  for (const view of unescapedViews(text, length, search.reach, readAs)) {
    const { bytes, length: size, origins } = view;
    const first = found.length;
    findIn(search, bytes, size, found, levels - 1, view.digits);
    for (let at = first; at < found.length; at += 1) {
      const run = found[at];
      if (run === undefined) continue;
      run.start = origins[run.start] ?? 0;
      run.end = origins[run.end] ?? 0;
    }
  }
}

/** Adds the pieces of what reveals a secret in the joined strings of an event stream. */
function findPieces(search: SpellingSearch, body: Uint8Array, found: Found[]): void {
  for (const joined of joinedStrings(body, ESCAPE_LENGTH * search.reach)) {
    const runs: Found[] = [];
    findIn(search, joined.bytes, joined.length, runs);
    for (const run of runs) {
      const marker = partMarker(run.spelling.secret);
      const pieces = piecesOf(joined, run.start, run.end);
      if (pieces.length > 1) found.push(...pieces.map((piece) => ({ ...run, ...piece, marker })));
    }
    if (found.length > MOST_RUNS) return;
  }
}

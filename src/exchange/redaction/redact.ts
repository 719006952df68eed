import { accessSecrets, NO_ACCESS } from '../access.ts';
import type { Headers, Read } from '../exchange.ts';
import { keyTemplate } from './key-template.ts';
import { PatternSearch } from './pattern-search.ts';
import { type Secret, type SecretPattern, secretPatterns } from './secret-patterns.ts';

/**
 * What replaces a key, a part of it or a digest of it, such as `[API key 1]`,
 * `[part of API key 1]` or `[sha256 of API key 2]`. It contains no quote or backslash, so JSON
 * stays JSON.
 */
export const KEY_MARKER =
  /\[(?:(?:rest|part|sha256|sha1|md5|base64) of )?(?:API key [12]|sent credential)\]/g;

/** The keys of a run, by the names of their markers, and its other secrets. */
export function runSecrets(first: string, second?: string, access = NO_ACCESS): Secret[] {
  const keys = [{ name: 'API key 1', value: first }];
  if (second !== undefined) keys.push({ name: 'API key 2', value: second });
  return [...keys, ...accessSecrets(access)];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly marker: Uint8Array;
}

/**
 * Replaces keys in what a gateway sends, before anything else reads it. Searches for each key, for
 * any 12 consecutive characters of its `<rest>`, and for its digests. A key of less than 8
 * characters is not a secret and is not searched for.
 */
export class Redactor {
  readonly #secrets: readonly Secret[];
  readonly #search: PatternSearch<SecretPattern> | undefined;

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
    const patterns = secrets.flatMap(secretPatterns);
    this.#search = patterns.length === 0 ? undefined : new PatternSearch(patterns);
  }

  /** A redactor that also replaces this secret; itself when it already does. */
  knowing(secret: Secret): Redactor {
    if (this.#secrets.some(({ value }) => value === secret.value)) return this;
    return secretPatterns(secret).length === 0 ? this : new Redactor([...this.#secrets, secret]);
  }

  /** A text of a request, with markers that say how to make it; see `keyTemplate`. */
  template(text: string): string | undefined {
    return keyTemplate(text, this.#secrets);
  }

  /** Whether a text shows a key or a part of one, in any form that is searched for. */
  contains(text: string): boolean {
    return this.#spans(Buffer.from(text)).length > 0;
  }

  /** A text, as sent or decoded, with a marker in place of each key. */
  text(text: string): string {
    const bytes = Buffer.from(text);
    const spans = this.#spans(bytes);
    return spans.length === 0 ? text : Buffer.from(replaced(bytes, spans)).toString();
  }

  headers(headers: Headers): Headers {
    return headers.map(([name, value]) => [this.text(name), this.text(value)]);
  }

  /** The body with its reads, whose offsets are those of the same text after the replacements. */
  body(body: Uint8Array, reads: readonly Read[]): { body: Uint8Array; reads: readonly Read[] } {
    const spans = this.#spans(body);
    if (spans.length === 0) return { body, reads };
    return { body: replaced(body, spans), reads: movedReads(reads, spans) };
  }

  #spans(bytes: Uint8Array): Span[] {
    const spans: Span[] = [];
    let from = 0;
    let match = this.#search?.find(bytes, from);
    while (match !== undefined) {
      const { start, end, form } = match.pattern.extent(bytes, match.at, from);
      const marker = Buffer.from(`[${form}${match.pattern.secret.name}]`);
      spans.push({ start, end, marker });
      from = end;
      match = this.#search?.find(bytes, from);
    }
    return spans;
  }
}

function replaced(bytes: Uint8Array, spans: readonly Span[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, marker } of spans) {
    pieces.push(bytes.subarray(from, start), marker);
    from = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

/** A read that ended inside a key ends before the marker: the key was complete in a later read. */
function movedReads(reads: readonly Read[], spans: readonly Span[]): Read[] {
  let moved = 0;
  let next = 0;
  return reads.map(({ endOffset, atMs }) => {
    let span = spans[next];
    while (span !== undefined && span.end <= endOffset) {
      moved += span.marker.length - (span.end - span.start);
      next += 1;
      span = spans[next];
    }
    const end = span === undefined ? endOffset : Math.min(endOffset, span.start);
    return { endOffset: end + moved, atMs };
  });
}

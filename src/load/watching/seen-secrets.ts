import {
  type Credential,
  type Headers,
  header,
  type KeyCarriage,
  type RequestBody,
} from '../../exchange/exchange.ts';
import { Redactor } from '../../exchange/redaction/redact.ts';
import type { Secret } from '../../exchange/redaction/spellings.ts';
import { LIMITS } from '../../input/limits.ts';
import { looksSecret } from '../../target/looks-secret.ts';

/** A shorter value may occur in any text. */
const SHORTEST_SECRET = 8;
/** What the search for a secret takes, however short the secret is. */
const LEAST_BYTES = 256;
const KEY_NAMES = ['API key 1', 'API key 2'];
const OTHER_KEY = 'sent credential';
const NOTHING = new Redactor([]);

/** The key that a request carries. */
export interface CarriedKey {
  readonly credential: Credential;
  /** Replaces this key only: what one client sends changes nothing for another. */
  readonly redactor: Redactor;
}

/** The secrets in the requests of clients: keys, cookies and other credentials. */
export class SeenSecrets {
  readonly #key: KeyCarriage | null;
  readonly #secrets = new Map<string, Secret>();
  readonly #keys = new Map<string, CarriedKey>();
  #bytes = 0;

  /** @param key how keys are carried; null where the target takes none */
  constructor(key: KeyCarriage | null) {
    this.#key = key;
  }

  /** Replaces every secret that was seen so far. */
  get redactor(): Redactor {
    return new Redactor([...this.#secrets.values()]);
  }

  /**
   * Learns the secrets of a request.
   * @param path with its query
   * @returns which key it carries; undefined when there are more secrets than Assay can search for
   */
  learn(headers: Headers, path: string): CarriedKey | undefined {
    const carried = this.#key === null ? undefined : header(headers, this.#key.header);
    const key = carried === undefined ? NO_KEY : this.#learnKey(lastWord(carried));
    const named = [...headers, ['', path] as const].flatMap(([name, value]) =>
      isSecretName(name)
        ? partsOf(value).map((part) => ({ name, value: part }))
        : namedSecrets(value).flatMap(spelled),
    );
    return this.#addNamed(named) ? key : undefined;
  }

  /**
   * Learns the secrets in the body of a request.
   * @returns false when there are more than Assay can search for
   */
  learnBody(body: RequestBody): boolean {
    if (body.kind === 'text') return this.#addNamed(secretsInBody(body.text).flatMap(spelled));
    const fields = body.kind === 'multipart' ? body.fields : [];
    const named = fields.filter(([name]) => isSecretName(name));
    return this.#addNamed(named.flatMap(([name, value]) => spelled({ name, value })));
  }

  /** Whether a header is not recorded: that of the key, and those of the connection. */
  isWithheld(name: string): boolean {
    return name === this.#key?.header || name === 'host' || name === 'connection';
  }

  #learnKey(value: string): CarriedKey | undefined {
    const known = this.#keys.get(value);
    if (known !== undefined) return known;
    const name = KEY_NAMES[this.#keys.size] ?? OTHER_KEY;
    const secret = { name, value };
    if (!this.#addAll([secret])) return undefined;
    const key: CarriedKey = {
      credential: CREDENTIALS.get(name) ?? 'carried',
      redactor: isPlain(value) ? NOTHING : new Redactor([secret]),
    };
    this.#keys.set(value, key);
    return key;
  }

  #addNamed(secrets: readonly Secret[]): boolean {
    return this.#addAll(
      secrets.filter(({ value }) => value.length >= SHORTEST_SECRET && !isPlain(value)),
    );
  }

  /** Adds all of them, or none. */
  #addAll(secrets: readonly Secret[]): boolean {
    const unknown = secrets.filter(({ value }) => !this.#secrets.has(value));
    const fresh = new Map(unknown.map((secret) => [secret.value, secret]));
    if (fresh.keys().some((value) => value.length > LIMITS.watchedSecretBytes.value)) return false;
    const sizes = [...fresh.keys()].map((value) => Math.max(LEAST_BYTES, value.length));
    const bytes = sizes.reduce((sum, size) => sum + size, this.#bytes);
    if (bytes > LIMITS.watchedSecrets.value) return false;
    this.#bytes = bytes;
    for (const [value, secret] of fresh) this.#secrets.set(value, secret);
    return true;
  }
}

const NO_KEY: CarriedKey = { credential: 'none', redactor: NOTHING };

/** Whether a further key was ever issued is unknown. */
const CREDENTIALS: ReadonlyMap<string, Credential> = new Map([
  ['API key 1', 'first'],
  ['API key 2', 'second'],
]);

/**
 * Whether a value is made of words, such as `finish_reason` or `gpt-4o`: it may be a word of the
 * interface, so it is replaced only where it was sent.
 */
function isPlain(value: string): boolean {
  return value.split(/[^\p{L}\p{N}]+/u).every((word) => WORD.test(word));
}

const WORD = /^(?:[A-Z]?[a-z]{0,16}|[A-Z]{1,16})\d{0,2}$/;

/** The value without its scheme, such as "Bearer". */
function lastWord(value: string): string {
  return value.slice(value.trimEnd().lastIndexOf(' ') + 1);
}

/** The words of a header, each without its name, such as that of a cookie or of a parameter. */
function partsOf(value: string): readonly string[] {
  return value
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[\w.-]+=(?!=*$)/, '').replaceAll('"', ''));
}

/** A gateway reads a plus sign in a query as itself or as a space. */
function spelled({ name, value }: Pick<NamedSecret, 'name' | 'value'>): readonly Secret[] {
  const values = new Set([value, value.replaceAll('+', ' '), ...partsOf(value)]);
  return [...values].map((each) => ({ name, value: each }));
}

/** A value in a text, with the name beside it, which is that of a credential. */
export interface NamedSecret {
  readonly name: string;
  /** Decoded. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Named like credentials, but they identify a retry or a prompt. */
const NOT_SECRET: ReadonlySet<string> = new Set(['idempotency-key', 'prompt_cache_key']);

/** `name=value` in a query, a form, a cookie or a list of parameters. */
const PAIR = /(?<![\w.%-])([\w.%-]{1,64})="?/g;
const PAIR_END = /[&;,\s"#]/g;
/** `"name": "value"`. */
const MEMBER = /"([\w.-]{1,64})"\s{0,8}:\s{0,8}"/g;
const MEMBER_END = /\\.|"/gs;

const JSON_START = /^\s*[[{"]/;
/** No report shows more of a request. */
const SHOWN_CHARACTERS = 65_536;

/** By the name only: an identifier of a request is as long and random as a key. */
export function isSecretName(name: string): boolean {
  return !NOT_SECRET.has(name.toLowerCase()) && looksSecret(name, '');
}

/** The credentials in a body: in all of a JSON text, and in as much of another as a report shows. */
export function secretsInBody(text: string): readonly NamedSecret[] {
  return JSON_START.test(text) ? membersIn(text) : namedSecrets(text.slice(0, SHOWN_CHARACTERS));
}

/** The credentials in the value of a header or in a query. */
export function namedSecrets(text: string): readonly NamedSecret[] {
  return [...membersIn(text), ...pairsIn(text)].toSorted((one, other) => one.start - other.start);
}

function membersIn(text: string): readonly NamedSecret[] {
  return found(text, MEMBER, memberEnd, (raw) => parsed(`"${raw}"`));
}

function pairsIn(text: string): readonly NamedSecret[] {
  // A plus sign stays: base64 is often written into a query as it is.
  return found(text, PAIR, pairEnd, decoded);
}

function found(
  text: string,
  beginning: RegExp,
  endOf: (text: string, start: number) => number,
  read: (raw: string) => string,
): readonly NamedSecret[] {
  return [...text.matchAll(beginning)].flatMap((match) => {
    const name = decoded(match[1] ?? '');
    if (!isSecretName(name)) return [];
    const start = match.index + match[0].length;
    const end = endOf(text, start);
    return [{ name, value: read(text.slice(start, end)), start, end }];
  });
}

function pairEnd(text: string, start: number): number {
  PAIR_END.lastIndex = start;
  return PAIR_END.exec(text)?.index ?? text.length;
}

function memberEnd(text: string, start: number): number {
  MEMBER_END.lastIndex = start;
  for (let each = MEMBER_END.exec(text); each !== null; each = MEMBER_END.exec(text)) {
    if (each[0] === '"') return each.index;
  }
  return text.length;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parsed(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

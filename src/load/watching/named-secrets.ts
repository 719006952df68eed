import { looksSecret } from '../../target/looks-secret.ts';

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

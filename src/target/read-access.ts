import { type Access, PLACEHOLDER } from '../exchange/access.ts';
import { UsageError } from '../input/usage-error.ts';
import { looksSecret } from './looks-secret.ts';

/** Headers and a query as a user writes them. */
export interface WrittenAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: string | undefined;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What a header value may hold (RFC 9110 §5.5), without what is beyond ASCII. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;
/** What a query may hold (RFC 3986 §3.4), and the braces of a placeholder. */
const QUERY = /^[\w.~!$&'()*+,;=:@/?%{}-]+$/;

/** Headers that each request sets by what it is. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * What every request carries, with the secrets of the environment.
 * @throws UsageError
 */
export function readAccess(
  { headers, query }: WrittenAccess,
  environment: Readonly<NodeJS.ProcessEnv>,
): Access {
  const secrets = new Secrets(environment);
  const read = Object.entries(headers).map(([name, value]) => {
    requireHeader(name, value);
    return [name.toLowerCase(), secrets.hide(`Header ${name}`, name, value.trim())] as const;
  });
  const names = read.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(`Header is given twice, in different case: ${twice}. Remove one.`);
  }
  return {
    headers: read,
    query: query === undefined ? '' : readQuery(query, secrets),
    secrets: secrets.found,
  };
}

/**
 * The header of a flag such as `X-Team: qa`.
 * @throws UsageError
 */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const at = text.indexOf(':');
  const name = text.slice(0, Math.max(at, 0)).trim();
  if (name !== '') return [name, text.slice(at + 1).trim()];
  throw new UsageError(
    "--header needs a name, a colon and a value, such as 'X-Team: qa'. Quote it, as the shell splits at spaces.",
  );
}

/**
 * A header that carries the key cannot be set beside it.
 * @param keyHeader in lower case; null where the target takes no key
 * @throws UsageError
 */
export function requireNoKeyHeader({ headers }: Access, keyHeader: string | null): void {
  if (!headers.some(([name]) => name === keyHeader)) return;
  throw new UsageError(
    `Header cannot be set: ${keyHeader}. It carries the API key, which comes from ASSAY_API_KEY. Remove it, or name another keyHeader in a profile.`,
  );
}

/** A value is never repeated in an error: it may be a secret. */
function requireHeader(name: string, value: string): void {
  if (!TOKEN.test(name)) {
    throw new UsageError(
      `Header name is not valid: ${JSON.stringify(name)}. It has letters, digits and hyphens, such as X-Team.`,
    );
  }
  if (RESERVED.has(name.toLowerCase())) {
    throw new UsageError(
      `Header cannot be set: ${name}. Each request sets it by what it sends. Remove it.`,
    );
  }
  if (!PRINTABLE.test(value)) {
    throw new UsageError(
      `Header ${name} holds a line break, a control character or one beyond ASCII. Remove it from the value.`,
    );
  }
}

function readQuery(written: string, secrets: Secrets): string {
  const query = written.replace(/^\?/, '');
  if (query === '') {
    throw new UsageError(
      'The query is empty. Remove the key query, or write one such as api-version=2024-10-21.',
    );
  }
  if (!QUERY.test(query)) {
    throw new UsageError(
      'The query holds a character that an address cannot have, such as a space or #. Write it percent-encoded.',
    );
  }
  return query
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      if (rest.length === 0) return pair;
      return `${name}=${secrets.hide(`Query parameter ${name}`, name, rest.join('='))}`;
    })
    .join('&');
}

/** Finds what must not be shown, and gives it a name. */
class Secrets {
  readonly found: Record<string, string> = {};
  readonly #environment: Readonly<NodeJS.ProcessEnv>;

  constructor(environment: Readonly<NodeJS.ProcessEnv>) {
    this.#environment = environment;
  }

  /** The value with a placeholder for each secret in it. */
  hide(subject: string, name: string, value: string): string {
    const places = [...value.matchAll(PLACEHOLDER)];
    for (const [, variable = ''] of places) this.#take(subject, variable);
    if (value.replaceAll(PLACEHOLDER, '').includes('${')) {
      throw new UsageError(
        `${subject} names an environment variable in another way than \${NAME}. Write it with letters, digits and underscores.`,
      );
    }
    if (places.length > 0 || value === '' || !looksSecret(name, value)) return value;
    return `\${${this.#name(name, value)}}`;
  }

  #take(subject: string, variable: string): void {
    const value = this.#environment[variable] ?? '';
    if (value === '') {
      throw new UsageError(
        `${subject} needs the environment variable ${variable}, which is not set. Set it, or remove \${${variable}}.`,
      );
    }
    if (!PRINTABLE.test(value)) {
      throw new UsageError(
        `${variable} holds a line break, a control character or a character beyond ASCII, which no header can have. Set it to the bare value.`,
      );
    }
    this.found[variable] = value;
  }

  #name(name: string, value: string): string {
    const base = name
      .toUpperCase()
      .replaceAll(/\W/g, '_')
      .replace(/^(?=\d)/, '_');
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? base : `${base}_${count}`;
      if ((this.found[candidate] ?? value) !== value) continue;
      this.found[candidate] = value;
      return candidate;
    }
  }
}

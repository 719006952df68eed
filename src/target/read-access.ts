import { type Access, PLACEHOLDER } from '../exchange/access.ts';
import { UsageError } from '../input/usage-error.ts';
import { looksSecret } from './looks-secret.ts';

/** Headers and a query as a user writes them. */
export interface WrittenAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: string | undefined;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** The characters of a header value (RFC 9110 §5.5), limited to ASCII. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;
/** The characters of a query (RFC 3986 §3.4), and the braces of a placeholder. */
const QUERY = /^[\w.~!$&'()*+,;=:@/?%{}-]+$/;

/** Headers that depend on each request. */
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
 * The headers and the query of every request, with the secrets of the environment.
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
  const seen = new Set<string>();
  const [twice] = read.find(([name]) => seen.size === seen.add(name).size) ?? [];
  if (twice !== undefined) {
    throw new UsageError(`Header is set twice, in different case: ${twice}. Remove one.`);
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
    "--header needs a name, a colon and a value, such as 'X-Team: qa'. Quote it: the shell splits at spaces.",
  );
}

/**
 * Refuses a header that carries the key.
 * @param keyHeader in lower case; null where the target takes no key
 * @throws UsageError
 */
export function requireNoKeyHeader({ headers }: Access, keyHeader: string | null): void {
  if (!headers.some(([name]) => name === keyHeader)) return;
  throw new UsageError(
    `Header cannot be set: ${keyHeader}. It carries the API key, which comes from ASSAY_API_KEY. Remove it, or set another keyHeader in a profile.`,
  );
}

/** An error never shows the value: it may be a secret. */
function requireHeader(name: string, value: string): void {
  if (!TOKEN.test(name)) {
    throw new UsageError(
      `Header name is invalid: ${JSON.stringify(name)}. Use letters, digits and hyphens, such as X-Team.`,
    );
  }
  if (RESERVED.has(name.toLowerCase())) {
    throw new UsageError(`Header cannot be set: ${name}. It depends on each request. Remove it.`);
  }
  if (!PRINTABLE.test(value)) {
    throw new UsageError(
      `Header ${name} contains a line break, a control character or a character outside ASCII. Remove it from the value.`,
    );
  }
}

function readQuery(written: string, secrets: Secrets): string {
  const query = written.replace(/^\?/, '');
  if (query === '') {
    throw new UsageError(
      'The query is empty. Remove the key query, or set a query such as api-version=2024-10-21.',
    );
  }
  if (!QUERY.test(query)) {
    throw new UsageError(
      'The query contains a character that is invalid in an address, such as a space or #. Percent-encode it.',
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

/** Finds the secrets, and names them. */
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
        `${subject} contains \${ without a variable name. Write \${NAME}, with letters, digits and underscores.`,
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
        `${variable} contains a line break, a control character or a character outside ASCII, which is invalid in a header. Set it to the value only.`,
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

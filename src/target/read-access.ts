import type { Access } from '../exchange/access.ts';
import { UsageError } from '../input/usage-error.ts';
import { readAddresses } from './read-addresses.ts';
import { readProxy } from './read-proxy.ts';
import { readTls, type WrittenTls } from './read-tls.ts';
import { PRINTABLE, Secrets } from './secrets.ts';

/** How a target is reached, as a user writes it. */
export interface WrittenAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: string | undefined;
  readonly proxy?: string | undefined;
  readonly tls?: WrittenTls | undefined;
  readonly http2?: boolean | undefined;
  readonly resolve?: readonly string[] | undefined;
  readonly unixSocket?: string | undefined;
  /** That of relative paths; the working directory when absent. */
  readonly folder?: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
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
 * How requests reach any target, with the secrets of the environment.
 * @throws UsageError
 */
export function readAccess(
  { headers, query, proxy, tls, http2, resolve, unixSocket, folder = '' }: WrittenAccess,
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
    ...(proxy !== undefined && { proxy: readProxy(proxy, 'proxy in the configuration', secrets) }),
    ...(tls !== undefined && { tls: readTls(tls, folder) }),
    ...(http2 && { http2 }),
    ...readAddresses({ resolve, unixSocket, proxy, folder }),
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

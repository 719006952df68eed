import type { Headers } from './exchange.ts';
import type { Secret } from './redaction/spellings.ts';

/** What every request to a target carries besides its content and its key. */
export interface Access {
  /** Names in lower case. `${NAME}` in a value stands for a secret of that name. */
  readonly headers: Headers;
  /** Without the question mark; '' when there is none. `${NAME}` stands for a secret here too. */
  readonly query: string;
  /** What is sent and never recorded, by the name of its placeholder. */
  readonly secrets: Readonly<Record<string, string>>;
}

export const NO_ACCESS: Access = { headers: [], query: '', secrets: {} };

/** The placeholder of a secret, in a header or a query that may be shown. */
export const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/g;

/** A header value as it is sent. */
export function withSecrets(value: string, { secrets }: Access): string {
  return value.replaceAll(PLACEHOLDER, (place, name: string) => secrets[name] ?? place);
}

/** A query as it is sent. Secrets are encoded: they may contain `&` or `#`. */
export function queryWithSecrets({ query, secrets }: Access): string {
  return query.replaceAll(PLACEHOLDER, (place, name: string) => {
    const secret = secrets[name];
    return secret === undefined ? place : encodeURIComponent(secret);
  });
}

/** A path with the query of every request after its own. */
export function pathWithQuery(path: string, query: string): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** What a response must not show, in the forms in which it was sent. */
export function accessSecrets({ secrets }: Access): readonly Secret[] {
  return Object.entries(secrets).flatMap(([name, value]) =>
    [...new Set([value, encodeURIComponent(value)])].map((form) => ({ name, value: form })),
  );
}

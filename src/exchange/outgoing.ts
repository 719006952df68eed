import type { Operation } from '../contract/operations.ts';
import { type Access, NO_ACCESS, pathWithQuery, queryWithSecrets, withSecrets } from './access.ts';
import type { Credential, Exchange, Group, Headers, KeyCarriage } from './exchange.ts';
import type { Payload } from './payload.ts';

/** A request that is ready to be sent, with all that its exchange records. */
export interface Outgoing {
  readonly operation: Operation | 'other';
  readonly sender: string;
  readonly group?: Group;
  readonly attempt: number;
  readonly expected?: Exchange['expected'];
  readonly method: string;
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** With the query, as it is sent. */
  readonly path: string;
  /** Names in lower case; without the ones that `requestHeaders` adds. */
  readonly headers: Headers;
  /** Writes the names of headers in capitals, except those that an HTTP client adds. */
  readonly capitals?: true;
  /** Headers that are omitted although every request has them, such as user-agent. */
  readonly withoutHeaders?: readonly string[];
  /** The version of HTTP, in place of 1.1. */
  readonly version?: '1.0';
  readonly credential: Credential;
  /** The whole value of the header that carries the key; sent and never recorded. */
  readonly authorization?: string;
  /** How keys are carried; as a bearer token when absent, not at all when null. */
  readonly key?: KeyCarriage | null;
  /** What every request to the target carries. */
  readonly access?: Access;
  readonly payload: Payload;
  /** For the whole exchange, from the call on. */
  readonly deadlineMs: number;
  readonly disconnectAfterEvents?: number;
  readonly disconnectAfterMs?: number;
  /** The answer is read no faster than this. */
  readonly readBytesPerSecond?: number;
  /** The request is written no faster than this, one piece of its payload at a time. */
  readonly writeBytesPerSecond?: number;
}

/** The headers that an exchange records: all but Host, Connection and that of the key. */
export function requestHeaders(outgoing: Outgoing): Headers {
  return headersWith(outgoing, outgoing.access?.headers ?? []);
}

/** The headers that are sent: also that of the key, and secrets in place of placeholders. */
export function sentHeaders(outgoing: Outgoing): Headers {
  const { access = NO_ACCESS, authorization, key } = outgoing;
  const also = access.headers.map(([name, value]) => [name, withSecrets(value, access)] as const);
  const headers = headersWith(outgoing, also);
  if (authorization === undefined) return headers;
  return [[spelledName(key?.header ?? 'authorization', outgoing), authorization], ...headers];
}

/** The path as it is sent. */
export function sentPath({ path, access = NO_ACCESS }: Outgoing): string {
  return pathWithQuery(path, queryWithSecrets(access));
}

/** The whole address as its exchange records it. */
export function recordedUrl({ origin, path, access = NO_ACCESS }: Outgoing): string {
  return `${origin}${pathWithQuery(path, access.query)}`;
}

/** They have no meaning in HTTP/2 (RFC 9113 §8.2.2). */
export const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** @param also headers that those of the request override */
function headersWith(outgoing: Outgoing, also: Headers): Headers {
  const { headers, payload, method, withoutHeaders = [], access } = outgoing;
  const { contentType, chunked, sizeBytes } = payload;
  const defaults: [string, string][] = [
    ['user-agent', 'assay'],
    ['accept', '*/*'],
  ];
  if (contentType !== undefined) defaults.push(['content-type', contentType]);
  if (chunked && !access?.http2) defaults.push(['transfer-encoding', 'chunked']);
  else if (!chunked && (sizeBytes > 0 || method === 'POST'))
    defaults.push(['content-length', String(sizeBytes)]);
  const said = new Set(headers.map(([name]) => name));
  const all = also.filter(([name]) => !said.has(name));
  const given = new Set([...said, ...all.map(([name]) => name), ...withoutHeaders]);
  return [...defaults.filter(([name]) => !given.has(name)), ...all, ...headers]
    .filter(([name]) => !(access?.http2 && OF_CONNECTION.has(name)))
    .map(([name, value]) => [spelledName(name, outgoing), value]);
}

/** The name of a header as it is sent. */
export function spelledName(name: string, { capitals, access }: Outgoing): string {
  return capitals && !access?.http2 ? name.toUpperCase() : name;
}

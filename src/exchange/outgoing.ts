import type { Operation } from '../contract/operations.ts';
import { type Access, NO_ACCESS, pathWithQuery, queryWithSecrets, withSecrets } from './access.ts';
import type { Credential, Group, Headers, KeyCarriage } from './exchange.ts';
import type { Payload } from './payload.ts';

/** A request that is ready to be sent, with all that its exchange will say of it. */
export interface Outgoing {
  readonly operation: Operation | 'other';
  readonly sender: string;
  readonly group?: Group;
  readonly attempt: number;
  /** A gateway that keeps the contract answers it with 2xx. */
  readonly expected?: 'accepted';
  readonly method: string;
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** With the query, spelled as it is to stand on the wire. */
  readonly path: string;
  /** Names in lower case; without the ones that `requestHeaders` adds. */
  readonly headers: Headers;
  /** Writes the names of headers in capitals, but for those that a client writes by itself. */
  readonly capitals?: true;
  readonly credential: Credential;
  /** The whole value of the header that carries the key; sent and never recorded. */
  readonly authorization?: string;
  /** How keys are carried; as a bearer token when absent, not at all when null. */
  readonly key?: KeyCarriage | null;
  /** What every request to the target carries. */
  readonly access?: Access;
  readonly payload: Payload;
  /** Of the whole exchange, from the moment that it is handed over. */
  readonly deadlineMs: number;
  readonly disconnectAfterEvents?: number;
  readonly disconnectAfterMs?: number;
}

/** All headers of a request but Host, Connection and that of the key: what its exchange records. */
export function requestHeaders(outgoing: Outgoing): Headers {
  return headersWith(outgoing, outgoing.access?.headers ?? []);
}

/** The same with the key and with the secrets that the record leaves out: what is sent. */
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

/** @param also headers that what the request says itself goes before */
function headersWith(outgoing: Outgoing, also: Headers): Headers {
  const { headers, payload, method } = outgoing;
  const { contentType, chunked, sizeBytes } = payload;
  const own: [string, string][] = [
    ['user-agent', 'assay'],
    ['accept', '*/*'],
  ];
  if (contentType !== undefined) own.push(['content-type', contentType]);
  if (chunked) own.push(['transfer-encoding', 'chunked']);
  else if (sizeBytes > 0 || method === 'POST') own.push(['content-length', String(sizeBytes)]);
  const said = new Set(headers.map(([name]) => name));
  const all = also.filter(([name]) => !said.has(name));
  const given = new Set([...said, ...all.map(([name]) => name)]);
  return [...own.filter(([name]) => !given.has(name)), ...all, ...headers].map(([name, value]) => [
    spelledName(name, outgoing),
    value,
  ]);
}

/** The name of a header as it is to stand on the wire. */
export function spelledName(name: string, { capitals }: Outgoing): string {
  return capitals ? name.toUpperCase() : name;
}

import type { Operation } from '../contract/operations.ts';
import type { Credential, Group, Headers } from './exchange.ts';
import type { Payload } from './payload.ts';

/** A request that is ready to be sent, with all that its exchange will say of it. */
export interface Outgoing {
  readonly operation: Operation | 'other';
  readonly sender: string;
  readonly group?: Group;
  readonly attempt: number;
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
  /** The whole value; sent and never recorded. */
  readonly authorization?: string;
  readonly payload: Payload;
  /** Of the whole exchange, from the moment that it is handed over. */
  readonly deadlineMs: number;
  readonly leaveAfterEvents?: number;
  readonly leaveAfterMs?: number;
}

/** All headers of a request but Host, Connection and Authorization: what its exchange records. */
export function requestHeaders(outgoing: Outgoing): Headers {
  const { headers, payload, method } = outgoing;
  const { contentType, chunked, sizeBytes } = payload;
  const own: [string, string][] = [
    ['user-agent', 'assay'],
    ['accept', '*/*'],
  ];
  if (contentType !== undefined) own.push(['content-type', contentType]);
  if (chunked) own.push(['transfer-encoding', 'chunked']);
  else if (sizeBytes > 0 || method === 'POST') own.push(['content-length', String(sizeBytes)]);
  const given = new Set(headers.map(([name]) => name));
  return [...own.filter(([name]) => !given.has(name)), ...headers].map(([name, value]) => [
    spelledName(name, outgoing),
    value,
  ]);
}

/** The name of a header as it is to stand on the wire. */
export function spelledName(name: string, { capitals }: Outgoing): string {
  return capitals ? name.toUpperCase() : name;
}

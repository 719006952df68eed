import { OPERATIONS } from '../../contract/operations.ts';
import type { Access } from '../../exchange/access.ts';
import type { Headers, KeyCarriage } from '../../exchange/exchange.ts';
import { multipartPayload } from '../../exchange/multipart.ts';
import type { Outgoing } from '../../exchange/outgoing.ts';
import { bytesPayload, NO_PAYLOAD, type Payload, textPayload } from '../../exchange/payload.ts';
import { newTraceparent } from '../../exchange/trace-context.ts';
import { defined } from '../../input/defined.ts';
import type { Keys } from '../../target/keys.ts';
import type { CarriedKey, ProbeRequest } from '../gateway.ts';
import { isBearer, keyValue } from './key-carriage.ts';

/** The id comes from the gateway; a longer one is cut, because no server takes such an address. */
const ID_CHARACTERS = 4096;

/** Where the requests of a probe go, and with what. */
export interface Destination {
  /** Base address with whatever path prefix it has. */
  readonly address: string;
  /** Further addresses of the same gateway. */
  readonly replicas?: readonly string[];
  readonly keys: Keys;
  /** How the keys are carried; null where the target takes none. */
  readonly key: KeyCarriage | null;
  readonly access?: Access;
  readonly sender: string;
  /** Deadline of a request that sets none. */
  readonly deadlineMs: number;
}

/** A request as a probe states it, ready to be sent. */
export function outgoingOf(request: ProbeRequest, destination: Destination): Outgoing {
  const { operation, group, disconnectAfterEvents, disconnectAfterMs } = request;
  const { readBytesPerSecond, writeBytesPerSecond } = request;
  const { key, access } = destination;
  const { origin, pathname } = new URL(addressFor(request, destination));
  const carried = request.carryKey?.(destination.keys.first);
  return defined({
    operation,
    sender: destination.sender,
    group,
    attempt: request.attempt ?? 1,
    expected: request.expected,
    method: request.method ?? (operation === 'other' ? 'GET' : OPERATIONS[operation].method),
    origin,
    path: `${pathname.replace(/\/+$/, '')}${pathOf(request)}${queryOf(carried)}`,
    headers: headersOf(request, carried, access),
    capitals: request.capitals,
    withoutHeaders: request.withoutHeaders,
    version: request.version,
    ...(carried ? carriedCredential(carried) : credentialOf(request, destination)),
    key: isBearer(key) ? undefined : key,
    access,
    payload: payloadOf(request.body),
    deadlineMs: request.deadlineMs ?? destination.deadlineMs,
    disconnectAfterEvents,
    disconnectAfterMs,
    readBytesPerSecond,
    writeBytesPerSecond,
  });
}

function addressFor({ replica }: ProbeRequest, { address, replicas }: Destination): string {
  const found = replica === undefined ? address : replicas?.[replica - 1];
  if (found !== undefined) return found;
  throw new TypeError('a probe sent to a replica that the run does not have');
}

/** The path of a request below the base address. */
export function pathOf({ operation, path, id = '' }: ProbeRequest): string {
  if (path !== undefined) return path;
  if (operation === 'other') return '/';
  const spelled = encodeURIComponent(id.slice(0, ID_CHARACTERS).toWellFormed());
  return OPERATIONS[operation].path.replace('{id}', () => spelled);
}

function queryOf(carried: CarriedKey | undefined): string {
  return carried?.query === undefined ? '' : `?${carried.query}`;
}

function headersOf(
  { headers = {}, idempotencyKey }: ProbeRequest,
  carried: CarriedKey | undefined,
  access: Access | undefined,
): Headers {
  const given = Object.entries({ ...headers, ...carried?.headers }).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const isTraced =
    access?.traceShare !== undefined && !given.some(([name]) => name === 'traceparent');
  return [
    ...(idempotencyKey === undefined ? [] : [['idempotency-key', idempotencyKey] as const]),
    ...given,
    ...(isTraced ? [['traceparent', newTraceparent()] as const] : []),
  ];
}

function credentialOf(
  { credential = 'first', authorization }: ProbeRequest,
  { keys, key: carriage }: Destination,
): Pick<Outgoing, 'credential' | 'authorization'> {
  if (authorization !== undefined) return { credential: 'other', authorization };
  if (credential === 'none' || carriage === null) return { credential };
  const key = keys[credential];
  if (key !== undefined) return { credential, authorization: keyValue(carriage, key) };
  throw new TypeError('a probe sent with the second key, and the run has none');
}

function carriedCredential({
  authorization,
  isUnissued,
}: CarriedKey): Pick<Outgoing, 'credential' | 'authorization'> {
  const credential = isUnissued ? 'other' : 'carried';
  return { credential, ...(authorization !== undefined && { authorization }) };
}

function payloadOf(body: ProbeRequest['body']): Payload {
  if (body === undefined) return NO_PAYLOAD;
  if ('json' in body) {
    return textPayload(JSON.stringify(body.json), 'application/json', body.chunked);
  }
  if ('text' in body) return textPayload(body.text, body.type);
  if ('pieces' in body) return bytesPayload(body.pieces, body.type);
  return multipartPayload(body.multipart);
}

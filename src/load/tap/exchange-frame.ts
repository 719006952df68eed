import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../answers/json.ts';
import { isOperation } from '../../contract/operations.ts';
import { excessOf } from '../../exchange/excess.ts';
import type {
  Credential,
  Exchange,
  ExchangeAnswer,
  ExchangeRequest,
  Group,
  Headers,
  KeyCarriage,
  Outcome,
  Read,
  RequestBody,
  Timing,
} from '../../exchange/exchange.ts';
import { MalformedFrame } from '../../exchange/frames.ts';
import { beginningOf } from '../../exchange/kept-exchange.ts';

/**
 * An `exchange` frame (`docs/tap.md`) as an `Exchange`. Thousands come each second, so the checks
 * are written by hand: a schema takes several times as long.
 * @param body may be a view into a larger buffer: it is copied when the exchange will be held
 * @throws MalformedFrame
 */
export function decodeExchange(header: unknown, body: Buffer): Exchange {
  const facts = record(header, 'header');
  const sendNs = integer(facts, 'sendNs');
  const group = decodeGroup(facts.group);
  const status = facts.status;

  const exchange: Mutable<Exchange> = {
    id: integer(facts, 'id'),
    operation: operation(facts),
    sender: text(facts, 'scenario'),
    attempt: integer(facts, 'attempt'),
    request: decodeRequest(facts),
    timing: decodeTiming(facts, sendNs),
    outcome: oneOf(OUTCOMES, facts, 'outcome'),
  };
  if (group !== undefined) exchange.group = group;
  if (status !== undefined) {
    exchange.answer = decodeAnswer(facts, body, sendNs);
  }
  if (facts.reportsError === true) exchange.reportsError = true;
  if (facts.metClosing === true) exchange.metClosing = true;
  if (facts.failure !== undefined) exchange.failure = text(facts, 'failure');
  if (facts.notHttp !== undefined) exchange.notHttp = text(facts, 'notHttp');
  return bounded(exchange);
}

/**
 * The exchange without a body that is not judged. A body that is held for its group gets memory of its
 * own.
 */
function bounded(exchange: Mutable<Exchange>): Exchange {
  const { answer, group } = exchange;
  if (answer?.body === undefined) return exchange;
  // The engine cut it: its content is not judged, whatever it is.
  const isCut = exchange.outcome === 'oversize';
  const excess = isCut ? undefined : excessOf(answer.headers, answer.body, answer.reads);
  if (excess !== undefined) {
    exchange.outcome = 'oversize';
    exchange.failure = excess;
  }
  if (exchange.outcome === 'oversize') exchange.answer = beginningOf(answer);
  else if (group !== undefined) exchange.answer = { ...answer, body: Buffer.from(answer.body) };
  return exchange;
}

type Facts = JsonObject;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NS_PER_MS = 1e6;

const OUTCOMES: ReadonlySet<Outcome> = new Set<Outcome>([
  'answered',
  'refused',
  'reset',
  'timed-out',
  'truncated',
  'aborted',
  'cut-by-end',
  'oversize',
]);
const CREDENTIALS: ReadonlySet<Credential> = new Set<Credential>([
  'first',
  'second',
  'none',
  'other',
]);
const GROUP_KINDS: ReadonlySet<Group['kind']> = new Set<Group['kind']>(['key', 'job']);

const MultipartSchema = z.object({
  kind: z.literal('multipart'),
  fields: z.array(z.tuple([z.string(), z.string()])),
  files: z.array(
    z.object({ field: z.string(), filename: z.string(), sizeBytes: z.int(), sha256: z.string() }),
  ),
  sizeBytes: z.int(),
});

function decodeRequest(facts: Facts): ExchangeRequest {
  return {
    method: text(facts, 'method'),
    url: text(facts, 'url'),
    headers: headers(facts, 'requestHeaders'),
    credential: oneOf(CREDENTIALS, facts, 'credential'),
    ...(facts.key !== undefined && { key: carriage(facts.key) }),
    body: decodeRequestBody(record(facts.request, 'request')),
  };
}

function carriage(value: unknown): KeyCarriage | null {
  if (value === null) return null;
  const facts = record(value, 'key');
  return { header: text(facts, 'header'), scheme: text(facts, 'scheme') };
}

function decodeRequestBody(request: Facts): RequestBody {
  switch (request.kind) {
    case 'none':
      return { kind: 'none' };
    case 'text':
      return {
        kind: 'text',
        text: text(request, 'text'),
        sizeBytes: integer(request, 'sizeBytes'),
      };
    default: {
      const multipart = MultipartSchema.safeParse(request);
      if (!multipart.success) throw new MalformedFrame('request has an unknown kind');
      return multipart.data;
    }
  }
}

function decodeTiming(facts: Facts, sendNs: number): Timing {
  const timing: Mutable<Timing> = {
    intendedMs: integer(facts, 'intendedNs') / NS_PER_MS,
    sendMs: sendNs / NS_PER_MS,
    endMs: integer(facts, 'endNs') / NS_PER_MS,
  };
  if (facts.firstByteNs !== undefined) {
    timing.firstByteMs = integer(facts, 'firstByteNs') / NS_PER_MS;
  }
  if (facts.tokensNs !== undefined) {
    timing.tokensMs = list(facts, 'tokensNs').map((ns) => number(ns, 'tokensNs') / NS_PER_MS);
  }
  if (facts.coalesced !== undefined) timing.coalesced = integer(facts, 'coalesced');
  if (facts.readBytesPerSecond !== undefined) {
    timing.readBytesPerSecond = integer(facts, 'readBytesPerSecond');
  }
  return timing;
}

function decodeAnswer(facts: Facts, body: Buffer, sendNs: number): ExchangeAnswer {
  const answer: Mutable<ExchangeAnswer> = {
    status: integer(facts, 'status'),
    headers: headers(facts, 'headers'),
    sizeBytes: integer(facts, 'sizeBytes'),
    reads: reads(facts, sendNs),
  };
  if (facts.bodyDropped !== true) answer.body = body;
  return answer;
}

function reads(facts: Facts, sendNs: number): Read[] {
  if (facts.reads === undefined) return [];
  const pairs = list(facts, 'reads');
  if (pairs.length % 2 !== 0) throw new MalformedFrame('reads are not pairs');
  const decoded: Read[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    decoded.push({
      endOffset: number(pairs[at], 'reads'),
      atMs: (number(pairs[at + 1], 'reads') - sendNs) / NS_PER_MS,
    });
  }
  return decoded;
}

function decodeGroup(value: unknown): Group | undefined {
  if (value === undefined || value === null) return undefined;
  const group = record(value, 'group');
  return { kind: oneOf(GROUP_KINDS, group, 'kind'), id: text(group, 'id') };
}

function operation(facts: Facts): Exchange['operation'] {
  const name = text(facts, 'operation');
  if (name !== 'other' && !isOperation(name)) {
    throw new MalformedFrame(`operation is ${JSON.stringify(name)}`);
  }
  return name;
}

function headers(facts: Facts, name: string): Headers {
  return list(facts, name).map((pair) => {
    if (!Array.isArray(pair) || typeof pair[0] !== 'string' || typeof pair[1] !== 'string') {
      throw new MalformedFrame(`${name} are not pairs of text`);
    }
    return [pair[0], pair[1]] as const;
  });
}

function oneOf<T extends string>(known: ReadonlySet<T>, facts: Facts, name: string): T {
  const value = facts[name];
  for (const candidate of known) if (candidate === value) return candidate;
  throw new MalformedFrame(`${name} is ${JSON.stringify(value)}`);
}

function text(facts: Facts, name: string): string {
  const value = facts[name];
  if (typeof value !== 'string') throw new MalformedFrame(`${name} is not text`);
  return value;
}

function integer(facts: Facts, name: string): number {
  return number(facts[name], name);
}

function number(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value) || typeof value !== 'number') {
    throw new MalformedFrame(`${name} is not an integer`);
  }
  return value;
}

function list(facts: Facts, name: string): readonly unknown[] {
  const value = facts[name];
  if (!Array.isArray(value)) throw new MalformedFrame(`${name} is not a list`);
  return value;
}

function record(value: unknown, name: string): Facts {
  if (!isJsonObject(value)) throw new MalformedFrame(`${name} is not an object`);
  return value;
}

import { z } from 'zod';
import { isJsonObject } from '../../answers/json.ts';
import { fits } from '../../contract/json.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { excessOf } from '../../exchange/excess.ts';
import type { Exchange, ExchangeAnswer, Headers, Read, Timing } from '../../exchange/exchange.ts';
import { MalformedFrame } from '../../exchange/frames.ts';
import { beginningOf } from '../../exchange/kept-exchange.ts';

type Guard<T> = (value: unknown) => value is T;

const isText: Guard<string> = (value) => typeof value === 'string';
const isInteger: Guard<number> = (value): value is number => Number.isSafeInteger(value);
const isTrue: Guard<true> = (value) => value === true;
const isIntegers: Guard<readonly number[]> = (value): value is readonly number[] =>
  Array.isArray(value) && value.every(isInteger);
const isPairs: Guard<Headers> = (value): value is Headers =>
  Array.isArray(value) && value.every(isPair);
const isPair: Guard<Headers[number]> = (value): value is Headers[number] =>
  Array.isArray(value) && isText(value[0]) && isText(value[1]);

function oneOf<T extends string>(...names: readonly T[]): Guard<T> {
  return (value): value is T => names.some((name) => name === value);
}

function maybe<T>(isGiven: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || isGiven(value);
}

function like<T>(schema: z.ZodType<T>): Guard<T> {
  return (value): value is T => fits(schema, value);
}

const BodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('text'), text: z.string(), sizeBytes: z.int() }),
  z.object({
    kind: z.literal('multipart'),
    fields: z.array(z.tuple([z.string(), z.string()])),
    files: z.array(
      z.object({ field: z.string(), filename: z.string(), sizeBytes: z.int(), sha256: z.string() }),
    ),
    sizeBytes: z.int(),
  }),
]);

/**
 * The header of an `exchange` frame (`docs/tap.md`). Thousands come each second, and a schema of all of it
 * would take a third of the time to read them.
 */
const MEMBERS = {
  id: isInteger,
  operation: oneOf(...OPERATION_NAMES, 'other'),
  scenario: isText,
  attempt: isInteger,
  group: maybe(like(z.object({ kind: z.enum(['key', 'job']), id: z.string() }).nullable())),
  method: isText,
  url: isText,
  requestHeaders: isPairs,
  credential: oneOf('first', 'second', 'none', 'other'),
  key: maybe(like(z.object({ header: z.string(), scheme: z.string() }).nullable())),
  request: like(BodySchema),
  intendedNs: isInteger,
  sendNs: isInteger,
  endNs: isInteger,
  firstByteNs: maybe(isInteger),
  tokensNs: maybe(isIntegers),
  coalesced: maybe(isInteger),
  readBytesPerSecond: maybe(isInteger),
  outcome: oneOf(
    'answered',
    'refused',
    'reset',
    'timed-out',
    'truncated',
    'aborted',
    'cut-by-end',
    'oversize',
  ),
  status: maybe(isInteger),
  headers: maybe(isPairs),
  sizeBytes: maybe(isInteger),
  /** Pairs of an offset and a time. */
  reads: maybe((value): value is readonly number[] => isIntegers(value) && value.length % 2 === 0),
  bodyDropped: maybe(isTrue),
  reportsError: maybe(isTrue),
  metClosing: maybe(isTrue),
  failure: maybe(isText),
  notHttp: maybe(isText),
} as const;

type Header = {
  readonly [Name in keyof typeof MEMBERS]: (typeof MEMBERS)[Name] extends Guard<infer T>
    ? T
    : never;
};

const CHECKS = Object.entries<Guard<unknown>>(MEMBERS);

/** @throws MalformedFrame */
function checkHeader(json: unknown): asserts json is Header {
  const wrong = CHECKS.find(([name, isGood]) => !isJsonObject(json) || !isGood(json[name]));
  // prose-ok(exchange): the name of the frame
  if (wrong !== undefined) throw new MalformedFrame(`exchange: ${wrong[0]} is not valid`);
}

/**
 * An `exchange` frame as an `Exchange`.
 * @param body may be a view into a larger buffer: it is copied when the exchange will be held
 * @throws MalformedFrame
 */
export function decodeExchange(header: unknown, body: Buffer): Exchange {
  checkHeader(header);
  const { id, operation, attempt, outcome, method, url, credential, key } = header;
  const { group, reportsError, metClosing, failure, notHttp } = header;
  return bounded({
    id,
    operation,
    sender: header.scenario,
    attempt,
    request: {
      method,
      url,
      headers: header.requestHeaders,
      credential,
      ...(key !== undefined && { key }),
      body: header.request,
    },
    timing: timingOf(header),
    outcome,
    ...(group && { group }),
    ...(header.status !== undefined && { answer: answerOf(header, header.status, body) }),
    ...(reportsError && { reportsError }),
    ...(metClosing && { metClosing }),
    ...(failure !== undefined && { failure }),
    ...(notHttp !== undefined && { notHttp }),
  });
}

/**
 * The exchange without a body that is not judged. A body that is held for its group gets memory of its
 * own.
 */
function bounded(exchange: Exchange): Exchange {
  const { answer, group, outcome } = exchange;
  if (answer?.body === undefined) return exchange;
  // The engine cut it: its content is not judged, whatever it is.
  if (outcome === 'oversize') return { ...exchange, answer: beginningOf(answer) };
  const excess = excessOf(answer.headers, answer.body, answer.reads);
  if (excess !== undefined) {
    return { ...exchange, outcome: 'oversize', failure: excess, answer: beginningOf(answer) };
  }
  if (group === undefined) return exchange;
  return { ...exchange, answer: { ...answer, body: Buffer.from(answer.body) } };
}

function timingOf(header: Header): Timing {
  const { intendedNs, sendNs, endNs, firstByteNs, tokensNs, coalesced, readBytesPerSecond } =
    header;
  return {
    intendedMs: intendedNs / 1e6,
    sendMs: sendNs / 1e6,
    endMs: endNs / 1e6,
    ...(firstByteNs !== undefined && { firstByteMs: firstByteNs / 1e6 }),
    ...(tokensNs && { tokensMs: tokensNs.map((ns) => ns / 1e6) }),
    ...(coalesced !== undefined && { coalesced }),
    ...(readBytesPerSecond !== undefined && { readBytesPerSecond }),
  };
}

function answerOf(header: Header, status: number, body: Buffer): ExchangeAnswer {
  const { headers = [], sizeBytes = 0, bodyDropped } = header;
  const reads = readsOf(header);
  return { status, headers, sizeBytes, reads, ...(bodyDropped !== true && { body }) };
}

function readsOf({ reads: pairs = [], sendNs }: Header): Read[] {
  const reads: Read[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    reads.push({ endOffset: pairs[at] ?? 0, atMs: ((pairs[at + 1] ?? 0) - sendNs) / 1e6 });
  }
  return reads;
}

import { z } from 'zod';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { excessOf } from '../../exchange/excess.ts';
import type { Exchange, ExchangeAnswer, Headers, Read, Timing } from '../../exchange/exchange.ts';
import { checked } from '../../exchange/frames.ts';
import { beginningOf } from '../../exchange/kept-exchange.ts';

/** Arrays of numbers and of headers are long: a schema of each item would take twice as long to check. */
const INTEGERS = z.custom<readonly number[]>(areIntegers);
const INTEGER_PAIRS = z.custom<readonly number[]>(
  (value) => areIntegers(value) && value.length % 2 === 0,
);
const PAIRS = z.custom<Headers>((value) => Array.isArray(value) && value.every(isPair));

function areIntegers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
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

/** The header of an `exchange` frame (`docs/contributing/tap.md`). */
const HeaderSchema = z.object({
  id: z.int(),
  operation: z.enum([...OPERATION_NAMES, 'other']),
  scenario: z.string(),
  attempt: z.int(),
  group: z.object({ kind: z.enum(['key', 'job']), id: z.string() }).nullish(),
  method: z.string(),
  url: z.string(),
  requestHeaders: PAIRS,
  credential: z.enum(['first', 'second', 'none', 'other']),
  key: z.object({ header: z.string(), scheme: z.string() }).nullish(),
  request: BodySchema,
  intendedNs: z.int(),
  sendNs: z.int(),
  endNs: z.int(),
  firstByteNs: z.int().optional(),
  tokensNs: INTEGERS.optional(),
  coalesced: z.int().optional(),
  lastArgumentNs: z.int().optional(),
  readBytesPerSecond: z.int().optional(),
  outcome: z.enum([
    'answered',
    'refused',
    'reset',
    'timed-out',
    'truncated',
    'aborted',
    'cut-by-end',
    'oversize',
  ]),
  status: z.int().optional(),
  httpVersion: z.literal('2').optional(),
  headers: PAIRS.optional(),
  sizeBytes: z.int().optional(),
  /** Pairs of an offset and a time. */
  reads: INTEGER_PAIRS.optional(),
  bodyDropped: z.literal(true).optional(),
  reportsError: z.literal(true).optional(),
  metClosing: z.literal(true).optional(),
  failure: z.string().optional(),
  notHttp: z.string().optional(),
});

type Header = z.infer<typeof HeaderSchema>;

/**
 * An `exchange` frame as an `Exchange`.
 * @param json its header
 * @param body may be a view into a larger buffer: it is copied when the exchange will be held
 * @throws MalformedFrame
 */
export function decodeExchange(json: unknown, body: Buffer): Exchange {
  const header = checked('exchange', HeaderSchema, json);
  const { group, key, status, reportsError, metClosing, failure, notHttp } = header;
  return bounded({
    id: header.id,
    operation: header.operation,
    sender: header.scenario,
    attempt: header.attempt,
    request: {
      method: header.method,
      url: header.url,
      headers: header.requestHeaders,
      credential: header.credential,
      ...(key !== undefined && { key }),
      body: header.request,
    },
    timing: timingOf(header),
    outcome: header.outcome,
    ...(group && { group }),
    ...(status !== undefined && { answer: answerOf(header, status, body) }),
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
  const { intendedNs, sendNs, endNs, firstByteNs } = header;
  const { tokensNs, coalesced, lastArgumentNs, readBytesPerSecond } = header;
  return {
    intendedMs: intendedNs / 1e6,
    sendMs: sendNs / 1e6,
    endMs: endNs / 1e6,
    ...(firstByteNs !== undefined && { firstByteMs: firstByteNs / 1e6 }),
    ...(tokensNs && { tokensMs: tokensNs.map((ns) => ns / 1e6) }),
    ...(coalesced !== undefined && { coalesced }),
    ...(lastArgumentNs !== undefined && { lastArgumentMs: lastArgumentNs / 1e6 }),
    ...(readBytesPerSecond !== undefined && { readBytesPerSecond }),
  };
}

function answerOf(header: Header, status: number, body: Buffer): ExchangeAnswer {
  const { headers = [], sizeBytes = 0, bodyDropped, httpVersion } = header;
  const reads = readsOf(header);
  return {
    status,
    headers,
    sizeBytes,
    reads,
    ...(httpVersion && { httpVersion }),
    ...(bodyDropped !== true && { body }),
  };
}

function readsOf({ reads: pairs = [], sendNs }: Header): Read[] {
  const reads: Read[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    reads.push({ endOffset: pairs[at] ?? 0, atMs: ((pairs[at + 1] ?? 0) - sendNs) / 1e6 });
  }
  return reads;
}

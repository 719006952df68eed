import { z } from 'zod';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { excessOf } from '../../exchange/excess.ts';
import type { Exchange, ExchangeAnswer, Headers, Read, Timing } from '../../exchange/exchange.ts';
import { checked } from '../../exchange/frames.ts';
import { beginningOf } from '../../exchange/kept-exchange.ts';

/** Thousands of frames come each second: the items of lists are checked in one loop. */
const INTEGER = z.custom<number>(Number.isSafeInteger, 'is not an integer');
const MS = INTEGER.transform((ns) => ns / 1e6);
const NS_LIST = z.custom<readonly number[]>(
  (list) => Array.isArray(list) && list.every(Number.isSafeInteger),
  'is not a list of integers',
);
const PAIRS = z.custom<Headers>(
  (list) => Array.isArray(list) && list.every(isPair),
  'is not a list of pairs of text',
);

const BodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('text'), text: z.string(), sizeBytes: INTEGER }),
  z.object({
    kind: z.literal('multipart'),
    fields: PAIRS,
    files: z.array(
      z.object({ field: z.string(), filename: z.string(), sizeBytes: z.int(), sha256: z.string() }),
    ),
    sizeBytes: INTEGER,
  }),
]);

/** The header of an `exchange` frame (`docs/tap.md`). */
const HeaderSchema = z.object({
  id: INTEGER,
  operation: z.enum([...OPERATION_NAMES, 'other']),
  scenario: z.string(),
  attempt: INTEGER,
  group: z.object({ kind: z.enum(['key', 'job']), id: z.string() }).nullish(),
  method: z.string(),
  url: z.string(),
  requestHeaders: PAIRS,
  credential: z.enum(['first', 'second', 'none', 'other']),
  key: z.object({ header: z.string(), scheme: z.string() }).nullish(),
  request: BodySchema,
  intendedNs: MS,
  sendNs: INTEGER,
  endNs: MS,
  firstByteNs: MS.optional(),
  tokensNs: NS_LIST.optional(),
  coalesced: INTEGER.optional(),
  readBytesPerSecond: INTEGER.optional(),
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
  status: INTEGER.optional(),
  headers: PAIRS.optional(),
  sizeBytes: INTEGER.optional(),
  reads: NS_LIST.refine(({ length }) => length % 2 === 0, 'is not a list of pairs').optional(),
  bodyDropped: z.literal(true).optional(),
  reportsError: z.literal(true).optional(),
  metClosing: z.literal(true).optional(),
  failure: z.string().optional(),
  notHttp: z.string().optional(),
});

type Header = z.infer<typeof HeaderSchema>;

/**
 * An `exchange` frame as an `Exchange`.
 * @param body may be a view into a larger buffer: it is copied when the exchange will be held
 * @throws MalformedFrame
 */
export function decodeExchange(json: unknown, body: Buffer): Exchange {
  const header = checked('exchange', HeaderSchema, json);
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
    intendedMs: intendedNs,
    sendMs: sendNs / 1e6,
    endMs: endNs,
    ...(firstByteNs !== undefined && { firstByteMs: firstByteNs }),
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

/** Pairs of an offset and a time. */
function readsOf({ reads: pairs = [], sendNs }: Header): Read[] {
  const reads: Read[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    reads.push({ endOffset: pairs[at] ?? 0, atMs: ((pairs[at + 1] ?? 0) - sendNs) / 1e6 });
  }
  return reads;
}

function isPair(pair: unknown): boolean {
  return Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string';
}

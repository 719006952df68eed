import { createHash } from 'node:crypto';
import { curl } from '../../exchange/curl.ts';
import {
  type Exchange,
  type ExchangeAnswer,
  idempotencyKeyOf,
  mediaType,
  type RequestBody,
} from '../../exchange/exchange.ts';
import { traceContextOf } from '../../exchange/trace-context.ts';
import { defined } from '../../input/defined.ts';
import { cut } from '../phrases/printable.ts';
import type { Evidence, SeriesEntry, TraceRecord } from '../schema/finding.ts';

/** Shown of a request body, and of one read of an answer. */
const SHOWN_BYTES = 4096;
/** Shown of a whole answer: the first reads up to here. */
const ANSWER_BYTES = 16_384;
const READS = 64;
const FAILURE_CHARACTERS = 1024;
const URL_CHARACTERS = 2048;

type Pair = readonly [name: string, value: string];

/** @param traceLink address of a trace, with `{traceId}` in it; absent where none is configured */
export function traceRecord(
  request: Exchange['request'],
  traceLink: string | undefined,
): TraceRecord | undefined {
  const trace = traceContextOf(request);
  if (trace === undefined) return undefined;
  const url = trace.isSampled ? traceLink?.replaceAll('{traceId}', trace.traceId) : undefined;
  return defined({ id: trace.traceId, url });
}

/** The wire log of one exchange, bounded. Its keys were redacted when it was captured. */
export function evidenceRecord(exchange: Exchange, traceLink?: string): Evidence {
  const { request, answer, failure, timing } = exchange;
  const { firstByteMs, sendMs, endMs } = timing;
  return defined({
    exchange: exchange.id,
    sender: exchange.sender,
    operation: exchange.operation,
    attempt: exchange.attempt,
    request: {
      method: request.method,
      url: cut(request.url, URL_CHARACTERS),
      headers: shownHeaders(requestHeaders(request)),
      body: requestBody(request.body),
    },
    trace: traceRecord(request, traceLink),
    outcome: exchange.outcome,
    failure: failure === undefined ? undefined : cut(failure, FAILURE_CHARACTERS),
    firstByteMs: firstByteMs === undefined ? undefined : firstByteMs - sendMs,
    status: answer?.status,
    headers: shownHeaders(answer?.headers ?? []),
    sizeBytes: answer?.sizeBytes ?? 0,
    ...answerBody(answer),
    endMs: endMs - sendMs,
    curl: curl(exchange),
  });
}

/** With the credential where it was none of the run's own, as far as it may be shown. */
function requestHeaders({ headers, authorization, key }: Exchange['request']): readonly Pair[] {
  if (authorization === undefined) return headers;
  return [[key?.header ?? 'authorization', authorization], ...headers];
}

function requestBody(body: RequestBody): string {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return cut(body.text, SHOWN_BYTES);
    case 'multipart': {
      const fields = body.fields.map(([name, value]) => `${name} = ${value}`);
      const files = body.files.map(
        ({ field, filename, sizeBytes, sha256 }) =>
          `${field} = file "${filename}", ${sizeBytes} bytes, sha256 ${sha256}`,
      );
      return cut([...fields, ...files].join('\n'), SHOWN_BYTES);
    }
  }
}

function answerBody(answer: ExchangeAnswer | undefined): Pick<Evidence, 'body' | 'bodyCut'> {
  const { body, sha256, reads = [], sizeBytes = 0 } = answer ?? {};
  if (answer === undefined || body === undefined) return { body: [], bodyCut: sizeBytes > 0 };
  if (!isText(answer, body)) {
    // The engine sends the beginning only of an answer that was cut: its digest is not that of the answer.
    const whole = body.length === sizeBytes ? digestOf(body) : undefined;
    const digest = sha256 ?? whole;
    const text = `binary, ${sizeBytes} bytes${digest === undefined ? '' : `, sha256 ${digest}`}`;
    return { body: [{ atMs: reads.at(-1)?.atMs ?? 0, text }], bodyCut: true };
  }
  const shown = shownReads(body, reads);
  const isBeginning = body.length >= ANSWER_BYTES && sizeBytes > body.length;
  return { ...shown, bodyCut: shown.bodyCut || isBeginning || sha256 !== undefined };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Each read with its arrival, as long as there is room. */
function shownReads(
  body: Uint8Array,
  reads: ExchangeAnswer['reads'],
): Pick<Evidence, 'body' | 'bodyCut'> {
  // A read can end inside a character: the decoder carries the rest of it over to the next.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const shown: Evidence['body'] = [];
  let from = 0;
  let bytes = 0;
  let cutInside = false;
  for (const { endOffset, atMs } of reads) {
    if (shown.length === READS || bytes >= ANSWER_BYTES) break;
    const kept = Math.min(endOffset - from, SHOWN_BYTES, ANSWER_BYTES - bytes);
    const whole = kept === endOffset - from;
    const text = decoder.decode(body.subarray(from, from + kept), { stream: whole });
    shown.push({ atMs, text });
    cutInside ||= !whole;
    bytes += kept;
    from = endOffset;
  }
  return { body: shown, bodyCut: cutInside || from < body.length };
}

/** Text by its media type, or else by being UTF-8 without NUL as far as it would be shown. */
function isText(answer: ExchangeAnswer, body: Uint8Array): boolean {
  if (/^text\/|[/+](json|xml)$/.test(mediaType(answer.headers))) return true;
  const start = body.subarray(0, ANSWER_BYTES);
  return readableText(start, body.length > start.length) !== undefined;
}

/** More lanes do not fit on a screen. */
const ENTRIES = 24;
/** An id stands at the beginning of a response. */
const ID_BYTES = 4096;
const SERIES_CHARACTERS = 120;

/**
 * The requests behind a finding, in the order sent, with their times since the first of them: as many
 * as fit, around the one that shows it. Undefined when there is only one.
 */
export function seriesRecord(
  exchange: Exchange | undefined,
  series: readonly Exchange[] = [],
): SeriesEntry[] | undefined {
  if (series.length < 2) return undefined;
  const sent = series.toSorted((one, other) => one.timing.sendMs - other.timing.sendMs);
  const at = sent.findIndex(({ id }) => id === exchange?.id);
  const from = Math.max(0, Math.min(at - ENTRIES / 2, sent.length - ENTRIES));
  const shown = sent.slice(from, from + ENTRIES);
  const startMs = shown[0]?.timing.sendMs ?? 0;
  return shown.map((each) => entryOf(each, startMs));
}

function entryOf(exchange: Exchange, startMs: number): SeriesEntry {
  const { id, attempt, request, timing, outcome, answer } = exchange;
  const key = idempotencyKeyOf({ request });
  return defined({
    exchange: id,
    attempt,
    method: request.method,
    path: cut(URL.parse(request.url)?.pathname ?? request.url, SERIES_CHARACTERS),
    key: key === undefined ? undefined : cut(key, SERIES_CHARACTERS),
    startMs: timing.sendMs - startMs,
    endMs: timing.endMs - startMs,
    outcome,
    status: answer?.status,
    id: idOf(exchange),
  });
}

/** The first member called `id` of a response. */
function idOf({ answer }: Exchange): string | undefined {
  const text = Buffer.from(answer?.body?.subarray(0, ID_BYTES) ?? []).toString('utf8');
  return /"id": *"([^"\\]{1,100})"/.exec(text)?.[1];
}

const HEADERS = 64;
const CHARACTERS = 1024;

/** Headers as far as a report shows them. */
export function shownHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): [string, string][] {
  return headers
    .slice(0, HEADERS)
    .map(([name, value]) => [cut(name, CHARACTERS), cut(value, CHARACTERS)]);
}

/**
 * The text of bytes that are UTF-8 without NUL; undefined for others.
 * @param isCut whether the bytes may end inside a character
 */
export function readableText(bytes: Uint8Array, isCut: boolean): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

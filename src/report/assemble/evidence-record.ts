import { createHash } from 'node:crypto';
import { curl } from '../../exchange/curl/curl.ts';
import {
  type Exchange,
  type ExchangeAnswer,
  mediaType,
  type RequestBody,
} from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import { cut } from '../phrases/printable.ts';
import { readableText, shownHeaders } from '../phrases/wire-text.ts';
import type { Evidence } from '../schema/finding.ts';

/** Shown of a request body, and of one read of an answer. */
const SHOWN_BYTES = 4096;
/** Shown of a whole answer: the first reads up to here. */
const ANSWER_BYTES = 16_384;
const READS = 64;
const FAILURE_CHARACTERS = 1024;
const URL_CHARACTERS = 2048;

type Pair = readonly [name: string, value: string];

/** The wire log of one exchange, bounded. Its keys were redacted when it was captured. */
export function evidenceRecord(exchange: Exchange): Evidence {
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

import type { Exchange, ExchangeAnswer, Headers } from '../../../src/exchange/exchange.ts';
import { written } from './json-edits.ts';

/** One event of a stream as the clean reference gateway frames it. */
export interface RecordedEvent {
  /** The lines before `data:`. */
  readonly head: string;
  readonly data: string;
}

const END = '\n\n';

export function bodyText({ body = new Uint8Array() }: ExchangeAnswer): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

/** The events of a recorded stream; none when it is not a whole stream in plain framing. */
export function recordedEvents(answer: ExchangeAnswer): readonly RecordedEvent[] {
  return framesOf(answer).flatMap((text) => {
    const [, head = '', data] = /^((?:event: .*\n)?)data: (.*)$/.exec(text) ?? [];
    return data === undefined ? [] : [{ head, data }];
  });
}

function framesOf(answer: ExchangeAnswer): readonly string[] {
  return bodyText(answer).split(END).slice(0, -1);
}

/** The same exchange with another JSON body. */
export function withDocument(exchange: Exchange, document: unknown): Exchange {
  return withBytes(exchange, Buffer.from(written(document)), (end, size) => Math.min(end, size));
}

/** The same exchange with other events in place of each of its own: none drops it, two double it. */
export function withEvents(
  exchange: Exchange,
  replace: (event: RecordedEvent, index: number) => readonly RecordedEvent[],
): Exchange {
  const { answer } = exchange;
  if (answer === undefined) return exchange;
  const ends: [before: number, after: number][] = [];
  let [before, text] = [0, ''];
  for (const [index, event] of recordedEvents(answer).entries()) {
    before += Buffer.byteLength(frame(event));
    text += replace(event, index).map(frame).join('');
    ends.push([before, Buffer.byteLength(text)]);
  }
  const whole = Buffer.from(text);
  return withBytes(exchange, whole, (end) => ends.findLast(([was]) => was <= end)?.[1] ?? 0);
}

/** The same exchange with other headers. */
export function withHeaders(exchange: Exchange, edit: (headers: Headers) => Headers): Exchange {
  const { answer } = exchange;
  if (answer === undefined) return exchange;
  return { ...exchange, answer: { ...answer, headers: edit(answer.headers) } };
}

function frame({ head, data }: RecordedEvent): string {
  return `${head}data: ${data}${END}`;
}

function withBytes(
  exchange: Exchange,
  body: Buffer,
  moved: (endOffset: number, sizeBytes: number) => number,
): Exchange {
  const { answer } = exchange;
  if (answer === undefined) return exchange;
  const sizeBytes = body.byteLength;
  const reads = answer.reads.map((read, index) => ({
    ...read,
    endOffset: index === answer.reads.length - 1 ? sizeBytes : moved(read.endOffset, sizeBytes),
  }));
  const headers = answer.headers.map(([name, value]): readonly [string, string] =>
    name === 'content-length' ? [name, String(sizeBytes)] : [name, value],
  );
  return { ...exchange, answer: { ...answer, headers, body, sizeBytes, reads } };
}

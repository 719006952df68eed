import { asksForStream } from '../conformance/asked.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { mediaType } from '../exchange/exchange.ts';

/**
 * The forms an answer can have; they are timed apart, because a stream has tokens, and the times
 * of an answer that was read slowly on purpose are the reader's.
 */
export type Form = (typeof FORMS)[number];

export const FORMS = ['body', 'stream', 'slow'] as const;

/**
 * The form that came or, where nothing came, the one that was asked for: a stream that was cut
 * while it waited for its first token must not be lost to the objectives of streams.
 * @param streamField the field of a request that switches streaming
 */
export function formOf(exchange: Exchange, streamField = 'stream'): Form {
  const { answer, timing } = exchange;
  if (timing.readBytesPerSecond !== undefined) return 'slow';
  if (timing.tokensMs !== undefined) return 'stream';
  const isStream =
    answer === undefined
      ? asksForStream(exchange, streamField) === true
      : mediaType(answer.headers) === 'text/event-stream';
  return isStream ? 'stream' : 'body';
}

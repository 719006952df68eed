import { requestsStream } from '../answers/sent-body.ts';
import { type Exchange, isSuccess, mediaType } from '../exchange/exchange.ts';

/**
 * The forms an answer can have; they are timed apart, because a stream has tokens, the times of a
 * slow reader's answer are the reader's, and the gateway does not execute what is repeated under an
 * idempotency key (see `IdempotencyKeys`).
 */
export type AnswerMode = (typeof ANSWER_MODES)[number];

export const ANSWER_MODES = ['body', 'stream', 'slow', 'replay', 'waited'] as const;

/** Whether the times of the answer are those of a gateway that executes a request. */
export function isTimed(mode: AnswerMode): mode is 'body' | 'stream' {
  return mode === 'body' || mode === 'stream';
}

/** Whether the gateway executed the request, at whatever pace its answer was read. */
export function isExecuted(mode: AnswerMode): boolean {
  return isTimed(mode) || mode === 'slow';
}

/**
 * The mode that came in success, else the requested one: a stream that was refused, or cut
 * while it waited for its first token, must not be lost to the objectives of streams.
 * @param streamField the field of a request that switches streaming
 */
export function answerModeOf(
  exchange: Exchange,
  streamField = 'stream',
): 'body' | 'stream' | 'slow' {
  const { answer, timing } = exchange;
  if (timing.readBytesPerSecond !== undefined) return 'slow';
  if (timing.tokensMs !== undefined) return 'stream';
  const came = answer !== undefined && mediaType(answer.headers) === 'text/event-stream';
  const isStream = isSuccess(answer) ? came : (asksFor(exchange, streamField) ?? came);
  return isStream ? 'stream' : 'body';
}

/** Undefined when the body cannot request a stream. */
function asksFor(exchange: Exchange, streamField: string): boolean | undefined {
  const asks = requestsStream(exchange, streamField);
  const { body } = exchange.request;
  if (asks !== undefined || body.kind !== 'text') return asks;
  // Only its beginning is kept. A prompt with the same text has its quotes escaped.
  return body.text.includes(`${JSON.stringify(streamField)}:true`);
}

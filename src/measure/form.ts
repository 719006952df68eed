import type { Exchange } from '../exchange/exchange.ts';
import { mediaType } from '../exchange/exchange.ts';

/**
 * The forms an answer can have; they are timed apart, because a stream has tokens, and the times
 * of an answer that was read slowly on purpose are the reader's.
 */
export type Form = (typeof FORMS)[number];

export const FORMS = ['body', 'stream', 'slow'] as const;

export function formOf({ answer, timing }: Exchange): Form {
  if (timing.readBytesPerSecond !== undefined) return 'slow';
  if (timing.tokensMs !== undefined) return 'stream';
  return answer !== undefined && mediaType(answer.headers) === 'text/event-stream'
    ? 'stream'
    : 'body';
}

import { failsInBand } from '../../answers/error-events.ts';
import { member } from '../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../answers/narrow.ts';
import { replyId } from '../../answers/reply.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';

/** The result of a request with an Idempotency-Key: a complete 2xx answer, one body or a stream. */
export interface KeyedResult {
  readonly exchange: Exchange;
  readonly reply: Answer | Stream;
  /** The id of the completion, response or job; undefined where the interface gives none. */
  readonly id: string | undefined;
}
/**
 * The results in a series, in the order sent. A result that reports a failure
 * is not counted: it need not be kept for a retry.
 */
export function resultsOf({ exchanges }: Series): readonly KeyedResult[] {
  return exchanges.flatMap((exchange) => {
    const reply = narrow('reply', exchange);
    return reply === undefined || saysThatItFailed(reply)
      ? []
      : [{ exchange, reply, id: replyId(reply) }];
  });
}

/** The result that ended first; undefined when there is none. */
export function firstResult(series: Series): KeyedResult | undefined {
  return resultsOf(series).reduce<KeyedResult | undefined>(
    (first, result) =>
      first === undefined || result.exchange.timing.endMs < first.exchange.timing.endMs
        ? result
        : first,
    undefined,
  );
}

/** The exchanges whose request was sent after this one had ended, and that were answered. */
export function answeredAfter({ exchanges }: Series, { timing }: Exchange): readonly Exchange[] {
  return exchanges.filter(
    (later) => later.outcome === 'answered' && later.timing.sendMs >= timing.endMs,
  );
}

/** Whether both were in flight at some time. */
export function overlap({ timing: one }: Exchange, { timing: other }: Exchange): boolean {
  return one.sendMs < other.endMs && other.sendMs < one.endMs;
}

function saysThatItFailed(reply: Answer | Stream): boolean {
  if (reply.form === 'body') {
    return reply.exchange.operation === 'responses' && member(reply.json, 'status') === 'failed';
  }
  return failsInBand(reply);
}

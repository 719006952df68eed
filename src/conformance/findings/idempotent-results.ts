import { isDeepStrictEqual } from 'node:util';
import { failsInBand } from '../../answers/failures/error-events.ts';
import { member } from '../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../answers/narrow.ts';
import { replyId } from '../../answers/reply.ts';
import { type Exchange, header } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';

/** The result of a request with an Idempotency-Key: a complete 2xx answer, one body or a stream. */
export interface KeyedResult {
  readonly exchange: Exchange;
  readonly reply: Answer | Stream;
  /** The id of the completion, response or job; undefined where the interface gives none. */
  readonly id: string | undefined;
}

/** The result of one request. One that reports a failure is none: it need not be kept for a retry. */
export function resultOf(exchange: Exchange | undefined): KeyedResult | undefined {
  const reply = exchange && narrow('reply', exchange);
  if (!exchange || !reply || saysThatItFailed(reply)) return undefined;
  return { exchange, reply, id: replyId(reply) };
}

/** The results in a series, in the order sent. */
export function resultsOf({ exchanges }: Series): readonly KeyedResult[] {
  return exchanges.flatMap((exchange) => resultOf(exchange) ?? []);
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

/** The rule that fails where different requests get answers with the same id. */
const ID_RULES: { readonly [operation in Exchange['operation']]?: string } = {
  chat: 'chat-id-unique',
  responses: 'responses-id-unique',
  'video-create': 'video-job-ids-unique',
};

/** The rule that has a finding where an unrelated request has the id of this result. */
export function idRuleOf({ exchange }: KeyedResult): string | undefined {
  return ID_RULES[exchange.operation];
}

/**
 * Whether an unrelated request of the series, with another body and not with its key, has the id of this
 * result: then an equal id shows no replay.
 */
export function hasIdOfAll(series: Series, { exchange, id }: KeyedResult): boolean {
  return resultsOf(series).some(
    (other) => id !== undefined && other.id === id && isUnrelated(other.exchange, exchange),
  );
}

function isUnrelated({ request: one }: Exchange, { request: other }: Exchange): boolean {
  const [key, otherKey] = [one, other].map(({ headers }) => header(headers, 'idempotency-key'));
  return (key === undefined || key !== otherKey) && !isDeepStrictEqual(one.body, other.body);
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

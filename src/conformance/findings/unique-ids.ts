import type { Answer, Stream } from '../../answers/narrow.ts';
import { replyId } from '../../answers/reply.ts';
import { header } from '../../exchange/exchange.ts';
import { type Finding, need } from '../rule.ts';
import { SeenIds } from './seen-ids.ts';

/** The fold of a rule that requires unique ids: finds an id that an earlier answer had. */
export function uniqueIds() {
  const seen = new SeenIds();
  return {
    *add(reply: Answer | Stream): Generator<Finding> {
      const { exchange } = reply;
      // A retry with the same key should return the same result.
      const key = header(exchange.request.headers, 'idempotency-key');
      need(key === undefined, 'a request without an Idempotency-Key');
      const id = replyId(reply);
      need(id, 'an answer with an id');
      const before = seen.add(id, exchange.id);
      if (before === undefined) return;
      const actual = `${id}, as in request ${before}`;
      yield { expected: 'a different id for each answer', actual, where: 'id' };
    },
  };
}

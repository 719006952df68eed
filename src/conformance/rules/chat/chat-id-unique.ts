import { header } from '../../../exchange/exchange.ts';
import { manyChats } from '../../probes/chat.ts';
import { RecentIds } from '../../recent-ids.ts';
import { replyId } from '../../reply-id.ts';
import { type FoldRule, need } from '../../rule.ts';

/** With one id for two answers, logs, caches and refunds mix up two users. */
export const chatIdUnique: FoldRule<'reply'> = {
  id: 'chat-id-unique',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse, "A unique identifier"',
  statement: 'No two chat completions have the same id, whether one after the other or at once.',
  provenBy: 'chat-id-constant',
  evidence: 'reply',
  operations: ['chat'],
  probe: manyChats,

  fold() {
    const seen = new RecentIds();
    return {
      *add(reply) {
        const { exchange } = reply;
        // A retry under the same key is meant to give the same completion again.
        const key = header(exchange.request.headers, 'idempotency-key');
        need(key === undefined, 'a request without an Idempotency-Key');
        const id = replyId(reply);
        need(id, 'an answer with an id');
        const before = seen.add(id, exchange.id);
        if (before === undefined) return;
        yield {
          expected: 'an id of its own',
          actual: `${id}, as exchange ${before} had`,
          where: 'id',
        };
      },
      *finish() {},
    };
  },
};

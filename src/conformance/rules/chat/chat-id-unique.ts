import { uniqueIds } from '../../findings/unique-ids.ts';
import { manyChats } from '../../probes/chat.ts';
import type { FoldRule } from '../../rule.ts';

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

  fold: uniqueIds,
};

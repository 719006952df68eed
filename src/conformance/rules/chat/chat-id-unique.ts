import { uniqueIds } from '../../findings/unique-ids.ts';
import { manyChats } from '../../probes/chat.ts';
import type { FoldRule } from '../../rule.ts';

/** If two answers have the same id, logs, caches and refunds mix up two users. */
export const chatIdUnique: FoldRule<'reply'> = {
  id: 'chat-id-unique',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionResponse, "A unique identifier"',
  statement: 'No two chat completions have the same id, in sequence or at the same time.',
  provenBy: 'chat-id-constant',
  evidence: 'reply',
  operations: ['chat'],
  probe: manyChats,

  fold: uniqueIds,
};

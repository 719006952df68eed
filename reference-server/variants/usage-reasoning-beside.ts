import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

const REASONING = 5;

function reasoned(body: JsonObject): JsonObject {
  const { usage } = body;
  if (!isJsonObject(usage)) return body;
  const total_tokens = Number(usage.total_tokens) + REASONING;
  const completion_tokens_details = { reasoning_tokens: REASONING };
  return { ...body, usage: { ...usage, total_tokens, completion_tokens_details } };
}

export const usageReasoningBeside: Alteration = {
  id: 'usage-reasoning-beside',
  summary: 'The total tokens of a chat count reasoning tokens that the completion tokens do not.',
  hooks: ({ presentChat, planChat }) => ({
    presentChat: (completion) => reasoned(presentChat(completion)),
    planChat: (completion) => editData(planChat(completion), reasoned),
  }),
};

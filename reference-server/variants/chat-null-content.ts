import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

function withNull(choice: JsonObject): JsonObject {
  const { delta } = choice;
  const adds = isJsonObject(delta) && (delta.content ?? '') !== '';
  return isJsonObject(delta) && !adds ? { ...choice, delta: { ...delta, content: null } } : choice;
}

export const chatNullContent: Alteration = {
  id: 'chat-null-content',
  summary: 'A delta of a chat stream that adds no text has null for its content.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (chunk) => editChoices(chunk, withNull)),
  }),
};

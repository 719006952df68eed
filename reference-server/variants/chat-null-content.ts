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
  summary: 'The content of a delta without text is null in a chat stream.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (chunk) => editChoices(chunk, withNull)),
  }),
};

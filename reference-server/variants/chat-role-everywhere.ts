import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

function withRole(choice: JsonObject): JsonObject {
  const { delta } = choice;
  return isJsonObject(delta) ? { ...choice, delta: { role: 'assistant', ...delta } } : choice;
}

export const chatRoleEverywhere: Alteration = {
  id: 'chat-role-everywhere',
  summary: 'Every delta of a chat stream has the role.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (chunk) => editChoices(chunk, withRole)),
  }),
};

import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import type { JsonObject } from '../http/json.ts';

function withoutNull({ finish_reason: reason, ...choice }: JsonObject): JsonObject {
  return reason === null ? choice : { ...choice, finish_reason: reason };
}

export const chatFinishAbsent: Alteration = {
  id: 'chat-finish-absent',
  summary: 'The choices of a chat stream have no finish_reason before the last one.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (chunk) => editChoices(chunk, withoutNull)),
  }),
};

import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import type { JsonObject } from '../http/json.ts';

function cutOff(choice: JsonObject): JsonObject {
  return choice.finish_reason === 'stop' ? { ...choice, finish_reason: 'length' } : choice;
}

export const chatFinishLength: Alteration = {
  id: 'chat-finish-length',
  summary: 'A chat completion ends at its length limit.',
  hooks: ({ presentChat, planChat }) => ({
    presentChat: (completion) => editChoices(presentChat(completion), cutOff),
    planChat: (completion) => editData(planChat(completion), (chunk) => editChoices(chunk, cutOff)),
  }),
};

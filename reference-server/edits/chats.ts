import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editChoices, editData, editItems, editMember, without } from './json.ts';
import { alters, before } from './steps.ts';

type Edit = (object: JsonObject) => JsonObject;

/** Each choice of a chat, in the body and in the chunks of a stream. */
export function editsAllChoices(summary: string) {
  return (edit: Edit): Alteration =>
    alters(summary)(({ presentChat, planChat }) => ({
      presentChat: (completion) => editChoices(presentChat(completion), edit),
      planChat: (completion) => editData(planChat(completion), (chunk) => editChoices(chunk, edit)),
    }));
}

/** The message of a choice, or its delta. */
export function editSaid(choice: JsonObject, edit: Edit): JsonObject {
  return editMember(editMember(choice, 'message', edit), 'delta', edit);
}

/** The functions of the calls of a choice, which have names and arguments. */
export function editCalled(choice: JsonObject, edit: Edit): JsonObject {
  return editSaid(choice, (said) =>
    editItems(said, 'tool_calls', (call) => editMember(call, 'function', edit)),
  );
}

/** Other messages in the body of a chat request, before it is checked. */
export function readsMessages(summary: string) {
  return (edit: Edit): Alteration =>
    before('checkChat')(summary)((body) => [editItems(body, 'messages', edit)]);
}

/** Members of a chat request that are lost before it is checked. */
export function ignores(...members: readonly string[]) {
  return (summary: string): Alteration =>
    before('checkChat')(summary)((body) => [without(body, ...members)]);
}

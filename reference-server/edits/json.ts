import type { PlannedEvent } from '../http/answer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../http/json.ts';

type Edit = (object: JsonObject) => JsonObject;
type Plan = readonly PlannedEvent[];

/** The same object with other items of the array in its member `name`. */
export function editItems(body: JsonObject, name: string, edit: Edit): JsonObject {
  const items = body[name];
  if (!Array.isArray(items)) return body;
  return {
    ...body,
    [name]: items.map((item: JsonValue) => (isJsonObject(item) ? edit(item) : item)),
  };
}

/** The same object with another object in its member `name`, if it has one. */
export function editMember(body: JsonObject, name: string, edit: Edit): JsonObject {
  const member = body[name];
  return isJsonObject(member) ? { ...body, [name]: edit(member) } : body;
}

/** The body of a chat, or a chunk of its stream, with other choices. */
export function editChoices(body: JsonObject, edit: Edit): JsonObject {
  return editItems(body, 'choices', edit);
}

/** The body of a chat with other messages. */
export function editMessages(body: JsonObject, edit: Edit): JsonObject {
  return editChoices(body, (choice) => editMember(choice, 'message', edit));
}

/** A chunk of a chat stream with other deltas. */
export function editDeltas(chunk: JsonObject, edit: Edit): JsonObject {
  return editChoices(chunk, (choice) => editMember(choice, 'delta', edit));
}

/** The body of a chat, or a chunk of its stream, with another text, if it has one. */
export function editText(body: JsonObject, edit: (text: string) => string): JsonObject {
  const edited: Edit = (message) =>
    typeof message.content === 'string' ? { ...message, content: edit(message.content) } : message;
  return editMessages(editDeltas(body, edited), edited);
}

/** The text of a chunk of a chat stream. */
export function textOf(chunk: JsonObject): string {
  let text = '';
  editText(chunk, (content) => {
    text += content;
    return content;
  });
  return text;
}

/** The same object without some of its members. */
export function without<Value>(
  object: Readonly<Record<string, Value>>,
  ...names: readonly string[]
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(object).filter(([each]) => !names.includes(each)));
}

export function withoutNulls(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** The same events with other data; `[DONE]` stays. */
export function editData(
  events: Plan,
  edit: (data: JsonObject, event: PlannedEvent, index: number) => JsonObject,
): Plan {
  return events.map((event, index) => {
    const { data } = event;
    return typeof data === 'string' ? event : { ...event, data: edit(data, event, index) };
  });
}

/** One more event at the end. */
export function append(events: Plan, data: PlannedEvent['data']): Plan {
  return [...events, { data, dueMs: events.at(-1)?.dueMs ?? 0 }];
}

/** All events at the time of the last one. */
export function allAtEnd(events: Plan): Plan {
  const dueMs = events.at(-1)?.dueMs ?? 0;
  return events.map((event) => ({ ...event, dueMs }));
}

/** Each UTF-16 unit of a text as an escape of JSON. */
export function escapeAll(text: string): string {
  return text.replaceAll(
    /[\s\S]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

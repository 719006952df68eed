import { isJsonObject, type JsonObject, type JsonValue } from '../http/json.ts';

/** The body of a chat with other messages. */
export function editMessages(
  body: JsonObject,
  edit: (message: JsonObject) => JsonObject,
): JsonObject {
  return editItems(body, 'choices', (choice) => {
    const { message } = choice;
    return isJsonObject(message) ? { ...choice, message: edit(message) } : choice;
  });
}

/** The body of a chat with another text. */
export function editMessageText(body: JsonObject, edit: (text: string) => string): JsonObject {
  return editMessages(body, (message) => {
    const { content } = message;
    return typeof content === 'string' ? { ...message, content: edit(content) } : message;
  });
}

/** The body of a chat with other arguments of its tool calls. */
export function editArguments(body: JsonObject, edit: (json: string) => string): JsonObject {
  return editMessages(body, (message) =>
    editItems(message, 'tool_calls', (call) => {
      const { function: called } = call;
      if (!isJsonObject(called)) return call;
      return { ...call, function: { ...called, arguments: edit(String(called.arguments)) } };
    }),
  );
}

/** The same object with other items of the array in its member `name`. */
export function editItems(
  body: JsonObject,
  name: string,
  edit: (item: JsonObject) => JsonObject,
): JsonObject {
  const items = body[name];
  if (!Array.isArray(items)) return body;
  return {
    ...body,
    [name]: items.map((item: JsonValue) => (isJsonObject(item) ? edit(item) : item)),
  };
}

/** A chunk of a chat stream with other deltas. */
export function editDeltas(chunk: JsonObject, edit: (delta: JsonObject) => JsonObject): JsonObject {
  return editItems(chunk, 'choices', (choice) => {
    const { delta } = choice;
    return isJsonObject(delta) ? { ...choice, delta: edit(delta) } : choice;
  });
}

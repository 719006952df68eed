import { isJsonObject, type JsonObject } from './json.ts';

/** The same response with other parts in its messages. */
export function editParts(body: JsonObject, edit: (part: JsonObject) => JsonObject): JsonObject {
  const output = objects(body.output).map((item) => ({
    ...item,
    content: objects(item.content).map(edit),
  }));
  return { ...body, output };
}

function objects(value: JsonObject[string]): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../http/json.ts';

function reverse(value: JsonValue | undefined): JsonValue {
  if (isJsonObject(value)) return reverseMembers(value);
  return Array.isArray(value) ? value.map(reverse) : (value ?? null);
}

function reverseMembers(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.toReversed().map(([name, member]) => [name, reverse(member)]));
}

export const reversedMembers: Alteration = {
  id: 'reversed-members',
  summary: 'The fields of JSON objects are in reverse order.',
  hooks: ({ encode, frame }) => ({
    encode(answer, context) {
      const { body } = answer;
      return encode(body === undefined ? answer : { ...answer, body: reverse(body) }, context);
    },
    frame(event, place) {
      const { data } = event;
      if (typeof data === 'string') return frame(event, place);
      return frame({ ...event, data: reverseMembers(data) }, place);
    },
  }),
};

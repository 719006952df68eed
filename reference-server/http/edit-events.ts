import type { PlannedEvent } from './answer.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** The same events with other data; `[DONE]` stays. */
export function editData(
  events: readonly PlannedEvent[],
  edit: (data: JsonObject, event: PlannedEvent, index: number) => JsonObject,
): readonly PlannedEvent[] {
  return events.map((event, index) => {
    const { name, data, dueMs, token } = event;
    if (typeof data === 'string') return event;
    return { name, data: edit(data, event, index), dueMs, token };
  });
}

/** The same chunk of a chat stream with other choices. */
export function editChoices(
  chunk: JsonObject,
  edit: (choice: JsonObject) => JsonObject,
): JsonObject {
  const { choices } = chunk;
  if (!Array.isArray(choices)) return chunk;
  return { ...chunk, choices: choices.filter(isJsonObject).map(edit) };
}

/** One more event at the end. */
export function append(
  events: readonly PlannedEvent[],
  data: PlannedEvent['data'],
): readonly PlannedEvent[] {
  return [...events, { data, dueMs: events.at(-1)?.dueMs ?? 0 }];
}

/** All events at the time of the last one. */
export function allAtEnd(events: readonly PlannedEvent[]): readonly PlannedEvent[] {
  const dueMs = events.at(-1)?.dueMs ?? 0;
  return events.map(({ name, data, token }) => ({ name, data, dueMs, token }));
}

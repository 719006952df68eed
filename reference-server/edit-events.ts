import type { JsonObject } from './json.ts';
import type { PlannedEvent } from './result.ts';

/** The same events with other data; `[DONE]` stays. For faults and variants. */
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

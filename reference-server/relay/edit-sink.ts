import type { PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import type { EventSink } from './relay-steps.ts';

/** A sink before `sink`, which changes the data of each event; `[DONE]` stays. */
export function editSink(sink: EventSink, edit: (data: JsonObject) => JsonObject): EventSink {
  return filterSink(sink, (event) => {
    const { data } = event;
    return typeof data === 'string' ? event : { ...event, data: edit(data) };
  });
}

/** A sink before `sink`, which changes each event, or drops it. */
export function filterSink(
  sink: EventSink,
  edit: (event: PlannedEvent) => PlannedEvent | undefined,
): EventSink {
  return {
    event(event) {
      const edited = edit(event);
      if (edited !== undefined) sink.event(edited);
    },
    end: () => sink.end(),
  };
}

import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { editChoices } from '../http/edit-events.ts';
import type { JsonObject } from '../http/json.ts';
import type { EventSink } from '../relay/relay-steps.ts';

export const relayCleanEndOnCut: Alteration = {
  id: 'relay-clean-end-on-cut',
  summary: 'A chat stream that the provider cut ends as if it were complete.',
  needsUpstream: true,
  hooks({ relaySink, endFailedStream }) {
    const last = new WeakMap<EventSink, JsonObject>();
    return {
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        const remembering: EventSink = {
          event(event) {
            if (typeof event.data !== 'string') last.set(remembering, event.data);
            next.event(event);
          },
          end: () => next.end(),
        };
        return remembering;
      },
      endFailedStream(sink, failure, stream) {
        const chunk = last.get(sink);
        if (stream.operation !== 'chat' || failure.reason.kind !== 'cut' || chunk === undefined) {
          endFailedStream(sink, failure, stream);
          return;
        }
        const data = editChoices(chunk, (choice) => ({
          ...choice,
          delta: {},
          finish_reason: 'stop',
        }));
        sink.event({ data, dueMs: 0 });
        sink.event({ data: DONE, dueMs: 0 });
        sink.end();
      },
    };
  },
};

import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { editDeltas } from '../relay/edit-answer.ts';
import type { EventSink } from '../relay/relay-steps.ts';

export const relayMergesReads: Alteration = {
  id: 'relay-merges-reads',
  summary: 'Tokens of a chat stream that are read together arrive in one event.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      return call.operation === 'chat' ? merging(next) : next;
    },
  }),
};

/** Waits with a token until all that was read with it has been taken. */
function merging(sink: EventSink): EventSink {
  let held: PlannedEvent | undefined;
  let text = '';
  const flush = () => {
    if (held === undefined) return;
    const { data } = held;
    const content = text;
    const merged =
      typeof data === 'string' ? data : editDeltas(data, (delta) => ({ ...delta, content }));
    sink.event({ ...held, data: merged });
    held = undefined;
    text = '';
  };
  return {
    event(event) {
      if (event.token !== true || typeof event.data === 'string') {
        flush();
        sink.event(event);
        return;
      }
      if (held === undefined) queueMicrotask(flush);
      held ??= event;
      editDeltas(event.data, (delta) => {
        if (typeof delta.content === 'string') text += delta.content;
        return delta;
      });
    },
    end() {
      flush();
      sink.end();
    },
  };
}

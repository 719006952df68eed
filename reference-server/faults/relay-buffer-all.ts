import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';

export const relayBufferAll: Alteration = {
  id: 'relay-buffer-all',
  summary: 'A stream of the provider is passed on at its end, all at once.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      const held: PlannedEvent[] = [];
      return {
        event: (event) => void held.push(event),
        end() {
          for (const event of held) next.event(event);
          next.end();
        },
      };
    },
  }),
};

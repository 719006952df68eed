import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';

export const relayHoldToken: Alteration = {
  id: 'relay-hold-token',
  summary:
    'Each event of a streamed response of the provider is passed on when the next one has come.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      if (call.operation !== 'responses') return next;
      let held: PlannedEvent | undefined;
      const flush = () => {
        if (held !== undefined) next.event(held);
        held = undefined;
      };
      return {
        event(event) {
          flush();
          held = event;
        },
        end() {
          flush();
          next.end();
        },
      };
    },
  }),
};

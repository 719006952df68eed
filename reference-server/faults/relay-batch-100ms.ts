import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';

const INTERVAL_MS = 100;

export const relayBatch100ms: Alteration = {
  id: 'relay-batch-100ms',
  summary: 'The events of a stream of the provider are passed on every 100 ms.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      let held: PlannedEvent[] = [];
      let timer: NodeJS.Timeout | undefined;
      const flush = () => {
        clearTimeout(timer);
        timer = undefined;
        for (const event of held) next.event(event);
        held = [];
      };
      return {
        event(event) {
          held.push(event);
          timer ??= setTimeout(flush, INTERVAL_MS);
        },
        end() {
          flush();
          next.end();
        },
      };
    },
  }),
};

import type { Alteration } from '../hooks.ts';

const DROPPED = 3;

export const relayDropToken: Alteration = {
  id: 'relay-drop-token',
  summary: 'The third token of a stream of the provider is lost.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, operation) {
      const next = relaySink(sink, operation);
      let tokens = 0;
      return {
        event(event) {
          if (event.token === true) tokens += 1;
          if (event.token !== true || tokens !== DROPPED) next.event(event);
        },
        end: () => next.end(),
      };
    },
  }),
};

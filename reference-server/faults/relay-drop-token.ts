import type { Alteration } from '../hooks.ts';
import { filterSink } from '../relay/edit-sink.ts';

const DROPPED = 3;

export const relayDropToken: Alteration = {
  id: 'relay-drop-token',
  summary: 'The third token of a stream of the provider is lost.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      let tokens = 0;
      return filterSink(relaySink(sink, call), (event) => {
        if (event.token === true) tokens += 1;
        return event.token === true && tokens === DROPPED ? undefined : event;
      });
    },
  }),
};

import type { Alteration } from '../hooks.ts';
import { filterSink } from '../relay/edit-sink.ts';

const MOST_CHARACTERS = 64 * 1024;

export const relayCapDelta: Alteration = {
  id: 'relay-cap-delta',
  summary: 'A delta of a response of more than 64 Ki characters is lost.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink: (sink, call) =>
      filterSink(relaySink(sink, call), (event) => {
        const { data } = event;
        const delta = typeof data === 'string' ? undefined : data.delta;
        return typeof delta === 'string' && delta.length > MOST_CHARACTERS ? undefined : event;
      }),
  }),
};

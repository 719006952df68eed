import type { Alteration } from '../hooks.ts';
import { editSink } from '../relay/edit-sink.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';

export const relayChoicesZero: Alteration = {
  id: 'relay-choices-zero',
  summary: 'A chunk of the provider without choices ends the stream.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink: (sink, call) =>
      editSink(relaySink(sink, call), (chunk) => {
        const isEmpty = Array.isArray(chunk.choices) && chunk.choices.length === 0;
        if (isEmpty) throw new ProviderFailure({ kind: 'unusable' });
        return chunk;
      }),
  }),
};

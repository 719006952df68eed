import type { Alteration } from '../hooks.ts';
import { editDeltas } from '../relay/edit-answer.ts';
import { editSink } from '../relay/edit-sink.ts';

const MOST_CHARACTERS = 64 * 1024;

export const relayCapLine: Alteration = {
  id: 'relay-cap-line',
  summary: 'The text of an event of the provider is cut after 64 KiB.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink: (sink, call) =>
      editSink(relaySink(sink, call), (chunk) =>
        editDeltas(chunk, (delta) => {
          const { content } = delta;
          if (typeof content !== 'string') return delta;
          return { ...delta, content: content.slice(0, MOST_CHARACTERS) };
        }),
      ),
  }),
};

import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editDeltas, editItems } from '../relay/edit-answer.ts';
import { editSink } from '../relay/edit-sink.ts';

export const relayToolIndexZero: Alteration = {
  id: 'relay-tool-index-zero',
  summary: 'Every part of a tool call in a stream of the provider has the index 0.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink: (sink, call) => editSink(relaySink(sink, call), withIndexZero),
  }),
};

function withIndexZero(chunk: JsonObject): JsonObject {
  return editDeltas(chunk, (delta) =>
    editItems(delta, 'tool_calls', (call) => ({ ...call, index: 0 })),
  );
}

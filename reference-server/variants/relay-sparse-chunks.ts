import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editItems } from '../relay/edit-answer.ts';
import { editSink } from '../relay/edit-sink.ts';

export const relaySparseChunks: Alteration = {
  id: 'relay-sparse-chunks',
  summary: 'Members that are null are absent from the chunks of a chat stream.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      if (call.operation !== 'chat') return next;
      return editSink(next, (chunk) => withoutNulls(editItems(chunk, 'choices', withoutNulls)));
    },
  }),
};

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

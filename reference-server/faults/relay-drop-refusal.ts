import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editDeltas, editMessages } from '../relay/edit-answer.ts';
import { editSink } from '../relay/edit-sink.ts';

export const relayDropRefusal: Alteration = {
  id: 'relay-drop-refusal',
  summary: 'The refusal of a model is lost.',
  needsUpstream: true,
  hooks: ({ relayBody, relaySink }) => ({
    relayBody: (body, ...rest) => editMessages(relayBody(body, ...rest), withoutRefusal),
    relaySink: (sink, call) =>
      editSink(relaySink(sink, call), (chunk) => editDeltas(chunk, withoutRefusal)),
  }),
};

function withoutRefusal(message: JsonObject): JsonObject {
  const { refusal: _, ...others } = message;
  return others;
}

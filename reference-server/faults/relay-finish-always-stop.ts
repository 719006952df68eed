import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editItems } from '../relay/edit-answer.ts';
import { editSink } from '../relay/edit-sink.ts';

export const relayFinishAlwaysStop: Alteration = {
  id: 'relay-finish-always-stop',
  summary: 'Every finish_reason of the provider becomes stop.',
  needsUpstream: true,
  hooks: ({ relayBody, relaySink }) => ({
    relayBody: (body, ...rest) => stopped(relayBody(body, ...rest)),
    relaySink: (sink, call) => editSink(relaySink(sink, call), stopped),
  }),
};

function stopped(body: JsonObject): JsonObject {
  return editItems(body, 'choices', (choice) =>
    typeof choice.finish_reason === 'string' ? { ...choice, finish_reason: 'stop' } : choice,
  );
}

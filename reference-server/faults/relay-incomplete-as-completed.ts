import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { filterSink } from '../relay/edit-sink.ts';

export const relayIncompleteAsCompleted: Alteration = {
  id: 'relay-incomplete-as-completed',
  summary: 'A response that the provider left incomplete is completed for the client.',
  needsUpstream: true,
  hooks: ({ relayBody, relaySink }) => ({
    relayBody: (body, ...rest) => completed(relayBody(body, ...rest)),
    relaySink: (sink, call) =>
      filterSink(relaySink(sink, call), (event) => {
        const { data } = event;
        if (typeof data === 'string' || data.type !== 'response.incomplete') return event;
        const type = 'response.completed';
        const { response } = data;
        const whole = isJsonObject(response) && { response: completed(response) };
        return { ...event, name: type, data: { ...data, ...whole, type } };
      }),
  }),
};

function completed(body: JsonObject): JsonObject {
  if (body.status !== 'incomplete') return body;
  return { ...body, status: 'completed', incomplete_details: null };
}

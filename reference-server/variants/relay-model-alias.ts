import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';
import { editSink } from '../relay/edit-sink.ts';

const PREFIX = 'provider/';

export const relayModelAlias: Alteration = {
  id: 'relay-model-alias',
  summary: 'The model has another name at the provider.',
  needsUpstream: true,
  hooks: ({ providerBody, relayBody, relaySink }) => ({
    providerBody(...request) {
      const body = parseObject(providerBody(...request));
      return toBytes({ ...body, model: `${PREFIX}${String(body.model)}` });
    },
    relayBody: (...answer) => withOwnName(relayBody(...answer)),
    relaySink: (sink, call) => editSink(relaySink(sink, call), withOwnName),
  }),
};

/** With the name that clients use, in a response within an event too. */
function withOwnName(body: JsonObject): JsonObject {
  const { model, response } = body;
  return {
    ...body,
    ...(typeof model === 'string' && { model: model.replace(PREFIX, '') }),
    ...(isJsonObject(response) && { response: withOwnName(response) }),
  };
}

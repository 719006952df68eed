import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { editSink } from '../relay/edit-sink.ts';

export const relayForgetCached: Alteration = {
  id: 'relay-forget-cached',
  summary: 'No token of a chat is cached in its usage, whatever the provider says.',
  needsUpstream: true,
  hooks: ({ relayBody, relaySink }) => ({
    relayBody: (body, ...rest) => uncached(relayBody(body, ...rest)),
    relaySink: (sink, call) => editSink(relaySink(sink, call), uncached),
  }),
};

function uncached(body: JsonObject): JsonObject {
  const { usage } = body;
  if (!isJsonObject(usage) || usage.prompt_tokens === undefined) return body;
  return { ...body, usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } } };
}

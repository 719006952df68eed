import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { editSink } from '../relay/edit-sink.ts';

/** As estimates have it. */
const CHARACTERS_PER_TOKEN = 4;

export const relayUsageEstimated: Alteration = {
  id: 'relay-usage-estimated',
  summary: 'The gateway estimates the usage instead of taking that of the provider.',
  needsUpstream: true,
  hooks: ({ relayBody, relaySink }) => ({
    relayBody: (body, ...rest) => estimated(relayBody(body, ...rest)),
    relaySink: (sink, call) => editSink(relaySink(sink, call), estimated),
  }),
};

function estimated(body: JsonObject): JsonObject {
  const { usage, response } = body;
  if (isJsonObject(response)) return { ...body, response: estimated(response) };
  if (!isJsonObject(usage)) return body;
  const estimate = Math.ceil(JSON.stringify(body).length / CHARACTERS_PER_TOKEN);
  const members = Object.keys(usage).map((name) => {
    const known = usage[name];
    const isOutput = name === 'completion_tokens' || name === 'output_tokens';
    return [name, isOutput || name === 'total_tokens' ? estimate : known] as const;
  });
  return { ...body, usage: Object.fromEntries(members) };
}

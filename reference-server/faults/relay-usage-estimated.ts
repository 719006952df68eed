import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

/** Tokens for each character of the JSON, as an estimate has it. */
const CHARACTERS_PER_TOKEN = 4;

export const relayUsageEstimated: Alteration = {
  id: 'relay-usage-estimated',
  summary: 'The gateway estimates the usage instead of taking that of the provider.',
  needsUpstream: true,
  hooks: ({ relayBody, relaySink }) => ({
    relayBody: (body, operation) => estimated(relayBody(body, operation)),
    relaySink(sink, operation) {
      const next = relaySink(sink, operation);
      return {
        event(event) {
          const { data } = event;
          next.event(typeof data === 'string' ? event : { ...event, data: estimated(data) });
        },
        end: () => next.end(),
      };
    },
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

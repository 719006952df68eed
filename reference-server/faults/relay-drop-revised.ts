import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonValue } from '../http/json.ts';

export const relayDropRevised: Alteration = {
  id: 'relay-drop-revised',
  summary: 'The revised_prompt of an image of the provider does not reach the caller.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody(...answer) {
      const body = relayBody(...answer);
      const { data } = body;
      if (!Array.isArray(data)) return body;
      const images = data.map((item: JsonValue) =>
        isJsonObject(item) ? { ...item, revised_prompt: null } : item,
      );
      return { ...body, data: images };
    },
  }),
};

import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const relayCountImages: Alteration = {
  id: 'relay-count-images',
  summary: 'The gateway counts an image as one output token, whatever the provider says.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody(...answer) {
      const body = relayBody(...answer);
      const [, operation] = answer;
      if (operation !== 'images' || !isJsonObject(body.usage)) return body;
      return { ...body, usage: { ...body.usage, output_tokens: 1 } };
    },
  }),
};

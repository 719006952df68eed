import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { editTexts, toBytes } from '../relay/edit-request.ts';

export const relayPlainQuotes: Alteration = {
  id: 'relay-plain-quotes',
  summary:
    'Typographic quotation marks in the prompts of streams reach the provider as plain ones.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(body, ...rest) {
      const bytes = providerBody(body, ...rest);
      if (body.stream !== true) return bytes;
      return toBytes(editTexts(parseObject(bytes), (text) => text.replaceAll(/[“”]/g, '"')));
    },
  }),
};

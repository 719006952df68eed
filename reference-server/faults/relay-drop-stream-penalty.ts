import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropStreamPenalty: Alteration = {
  id: 'relay-drop-stream-penalty',
  summary: 'The provider does not get the presence_penalty of a stream.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(body, ...rest) {
      const bytes = providerBody(body, ...rest);
      if (body.stream !== true) return bytes;
      const { presence_penalty: _, ...others } = parseObject(bytes);
      return toBytes(others);
    },
  }),
};

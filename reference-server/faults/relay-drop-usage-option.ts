import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropUsageOption: Alteration = {
  id: 'relay-drop-usage-option',
  summary: 'The provider does not get the request for the usage of a stream.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const { stream_options: _, ...others } = parseObject(providerBody(...request));
      return toBytes(others);
    },
  }),
};

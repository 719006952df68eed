import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropInstructions: Alteration = {
  id: 'relay-drop-instructions',
  summary: 'The provider does not get the instructions of a response.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const { instructions: _, ...others } = parseObject(providerBody(...request));
      return toBytes(others);
    },
  }),
};

import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropDuration: Alteration = {
  id: 'relay-drop-duration',
  summary: 'The provider does not get the duration of a video.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const { duration: _, ...others } = parseObject(providerBody(...request));
      return toBytes(others);
    },
  }),
};

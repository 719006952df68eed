import type { Alteration } from '../hooks.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropTemperature: Alteration = {
  id: 'relay-drop-temperature',
  summary: 'The provider does not get the temperature of the request.',
  needsUpstream: true,
  hooks: () => ({
    providerBody(body) {
      const { temperature: _, ...others } = body;
      return toBytes(others);
    },
  }),
};

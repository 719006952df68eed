import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';

export const relayWritesJsonAnew: Alteration = {
  id: 'relay-writes-json-anew',
  summary: 'The provider gets the fields of the request in another order, indented.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const members = Object.entries(parseObject(providerBody(...request)));
      return Buffer.from(JSON.stringify(Object.fromEntries(members.toReversed()), null, 2));
    },
  }),
};

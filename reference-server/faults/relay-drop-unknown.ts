import type { Alteration } from '../hooks.ts';
import { toBytes } from '../relay/edit-request.ts';

const UNKNOWN = /^x_/;

export const relayDropUnknown: Alteration = {
  id: 'relay-drop-unknown',
  summary: 'The provider does not get fields of the request that the gateway does not know.',
  needsUpstream: true,
  hooks: () => ({
    providerBody: (body) =>
      toBytes(Object.fromEntries(Object.entries(body).filter(([name]) => !UNKNOWN.test(name)))),
  }),
};

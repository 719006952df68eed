import type { Alteration } from '../hooks.ts';

const HOP_BY_HOP = ['te', 'keep-alive', 'proxy-authorization'];

export const relayForwardHop: Alteration = {
  id: 'relay-forward-hop',
  summary: 'Headers for the connection of the client reach the provider.',
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders(caller, call) {
      const listed = (caller.connection ?? '').toLowerCase().split(/\s*,\s*/);
      const names = [...HOP_BY_HOP, ...listed.filter((name) => name.startsWith('x-'))];
      const forwarded = names.flatMap((name) => {
        const value = caller[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      return { ...providerHeaders(caller, call), ...Object.fromEntries(forwarded) };
    },
  }),
};

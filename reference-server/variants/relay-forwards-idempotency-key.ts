import type { Alteration } from '../hooks.ts';

export const relayForwardsIdempotencyKey: Alteration = {
  id: 'relay-forwards-idempotency-key',
  summary: 'The provider gets the Idempotency-Key of the request.',
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders(caller, call) {
      const key = caller['idempotency-key'];
      const headers = providerHeaders(caller, call);
      return typeof key === 'string' ? { ...headers, 'idempotency-key': key } : headers;
    },
  }),
};

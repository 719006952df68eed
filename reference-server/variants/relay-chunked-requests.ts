import type { Alteration } from '../hooks.ts';

export const relayChunkedRequests: Alteration = {
  id: 'relay-chunked-requests',
  summary: 'The provider gets the bodies of requests in chunks, without a length.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    callProvider(call, send) {
      const { 'content-length': length, ...headers } = call.headers;
      const isChunked = length !== undefined;
      const coding = { ...headers, ...(isChunked && { 'transfer-encoding': 'chunked' }) };
      return callProvider({ ...call, headers: coding }, send);
    },
  }),
};

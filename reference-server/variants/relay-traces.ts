import { randomBytes } from 'node:crypto';
import type { Alteration } from '../hooks.ts';

const hex = (size: number) => randomBytes(size).toString('hex');

export const relayTraces: Alteration = {
  id: 'relay-traces',
  summary:
    'The provider gets headers for tracing: traceparent, x-request-id, x-forwarded-for, via.',
  needsUpstream: true,
  hooks: ({ providerHeaders }) => ({
    providerHeaders: (caller, call) => ({
      ...providerHeaders(caller, call),
      traceparent: `00-${hex(16)}-${hex(8)}-01`,
      'x-request-id': hex(16),
      'x-forwarded-for': '127.0.0.1',
      via: '1.1 reference',
    }),
  }),
};

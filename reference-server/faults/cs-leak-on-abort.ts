import type { Alteration } from '../hooks.ts';

export const csLeakOnAbort: Alteration = {
  id: 'cs-leak-on-abort',
  summary: 'A client that disconnects without an Idempotency-Key keeps the slot for ever.',
  hooks: ({ whenCallerLeaves }) => ({
    whenCallerLeaves: (keyed) => (keyed ? whenCallerLeaves(keyed) : 'hold'),
  }),
};

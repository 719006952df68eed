import type { Difference } from './difference.ts';

export const NO_KEY: Difference = {
  name: 'no key',
  expected: 'refused',
  of: (request) => ({ ...request, credential: 'none' }),
};

/** Callers that the gateway does not know. */
export const STRANGERS: readonly Difference[] = [
  NO_KEY,
  {
    name: 'a key that was never issued',
    expected: 'refused',
    of: (request) => ({ ...request, authorization: `Bearer assay_live_${'0'.repeat(32)}` }),
  },
  {
    name: 'another scheme than Bearer',
    expected: 'refused',
    of: (request) => ({ ...request, authorization: 'Basic eDp5' }),
  },
];

import type { Alteration } from '../hooks.ts';

export const idemEmptyAsAbsent: Alteration = {
  id: 'idem-empty-as-absent',
  summary: 'An empty Idempotency-Key is ignored.',
  hooks: ({ readKey }) => ({
    readKey: (header, operation) => readKey(header === '' ? undefined : header, operation),
  }),
};

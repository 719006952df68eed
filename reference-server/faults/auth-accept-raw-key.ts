import type { Alteration } from '../hooks.ts';

export const authAcceptRawKey: Alteration = {
  id: 'auth-accept-raw-key',
  summary: 'A key without a scheme is accepted.',
  hooks: ({ authorize }, { tenants }) => ({
    authorize: (caller) => tenants.find(caller.authorization ?? '') ?? authorize(caller),
  }),
};

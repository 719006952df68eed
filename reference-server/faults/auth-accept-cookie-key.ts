import type { Alteration } from '../hooks.ts';

export const authAcceptCookieKey: Alteration = {
  id: 'auth-accept-cookie-key',
  summary: 'A key in a cookie is accepted.',
  hooks: ({ authorize }, { tenants }) => ({
    authorize(caller) {
      const values = (caller.cookie ?? '').split(';').map((pair) => pair.split('=', 2)[1] ?? '');
      const found = values.map((value) => tenants.find(value.trim()));
      return found.find((tenant) => tenant !== undefined) ?? authorize(caller);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

const NAMES = ['api_key', 'access_token', 'key'];

export const authAcceptQueryKey: Alteration = {
  id: 'auth-accept-query-key',
  summary: 'A key in the query is accepted.',
  hooks: ({ authorize }, { tenants }) => ({
    authorize(caller) {
      const [, query = ''] = caller.url.split('?', 2);
      const parameters = new URLSearchParams(query);
      const keys = NAMES.map((name) => parameters.get(name) ?? '');
      const found = keys.map((key) => tenants.find(key)).find((tenant) => tenant !== undefined);
      return found ?? authorize(caller);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const respIdConstant: Alteration = {
  id: 'resp-id-constant',
  summary: 'All responses have the same id.',
  hooks: ({ newId }) => ({
    newId: (prefix) => (prefix === 'resp_' ? 'resp_0123456789abcdef' : newId(prefix)),
  }),
};

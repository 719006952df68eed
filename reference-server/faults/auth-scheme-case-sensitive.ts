import type { Alteration } from '../hooks.ts';

export const authSchemeCaseSensitive: Alteration = {
  id: 'auth-scheme-case-sensitive',
  summary: 'The scheme is accepted only as "Bearer".',
  hooks: ({ authorize }) => ({
    authorize(caller) {
      const { authorization } = caller;
      const exact = authorization === undefined || /^Bearer +\S/.test(authorization);
      return authorize(exact ? caller : { ...caller, authorization: 'Unknown' });
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const authOneSpaceOnly: Alteration = {
  id: 'auth-one-space-only',
  summary: 'The scheme is accepted in any case, but only with one space after it.',
  hooks: ({ authorize }) => ({
    authorize(caller) {
      const { authorization } = caller;
      const single = authorization === undefined || /^bearer \S/i.test(authorization);
      return authorize(single ? caller : { ...caller, authorization: 'Unknown' });
    },
  }),
};

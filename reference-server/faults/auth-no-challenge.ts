import type { Alteration } from '../hooks.ts';

export const authNoChallenge: Alteration = {
  id: 'auth-no-challenge',
  summary: 'A 401 carries no WWW-Authenticate.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      return presentRefusal(refusal.with({ headers: {} }), context);
    },
  }),
};

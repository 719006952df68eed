import type { Alteration } from '../hooks.ts';

export const authNoChallenge: Alteration = {
  id: 'auth-no-challenge',
  summary: 'A 401 has no WWW-Authenticate.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const shown = refusal.status === 401 ? refusal.with({ headers: {} }) : refusal;
      return presentRefusal(shown, context);
    },
  }),
};

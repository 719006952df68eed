import type { Alteration } from '../hooks.ts';

const OTHER = 'Session realm="reference, for \\"Bearer\\" error=1", error="no_session"';
const SCOPE = 'scope="chat images"';

export const challengeDetails: Alteration = {
  id: 'challenge-details',
  summary: 'A challenge offers another scheme too, and has parameters with commas.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const challenge = refusal.headers['www-authenticate'];
      if (challenge === undefined) return presentRefusal(refusal, context);
      const all = `${OTHER}, ${challenge}, ${SCOPE}`;
      const headers = { ...refusal.headers, 'www-authenticate': all };
      return presentRefusal(refusal.with({ headers }), context);
    },
  }),
};

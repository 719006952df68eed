import type { Alteration } from '../hooks.ts';

export const status422: Alteration = {
  id: 'status-422',
  summary: 'An invalid field returns 422 instead of 400.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const field = refusal.status === 400 && refusal.param !== null;
      return presentRefusal(field ? refusal.with({ status: 422 }) : refusal, context);
    },
  }),
};

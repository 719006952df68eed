import type { Alteration } from '../hooks.ts';

export const err200: Alteration = {
  id: 'err-200',
  summary: 'The failure of a model returns 200.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const answer = presentRefusal(refusal, context);
      return refusal.code === 'model_failed' ? { ...answer, status: 200 } : answer;
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const unknownModel400: Alteration = {
  id: 'unknown-model-400',
  summary: 'An unknown model returns 400 instead of 404.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const isModel = refusal.code === 'model_not_found';
      return presentRefusal(isModel ? refusal.with({ status: 400 }) : refusal, context);
    },
  }),
};

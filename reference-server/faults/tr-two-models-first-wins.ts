import type { Alteration } from '../hooks.ts';

export const trTwoModelsFirstWins: Alteration = {
  id: 'tr-two-models-first-wins',
  summary: 'All models of a form except the first are ignored.',
  hooks: ({ checkForm }) => ({
    checkForm({ parts }) {
      const first = parts.find(({ name }) => name === 'model');
      return checkForm({ parts: parts.filter((part) => part.name !== 'model' || part === first) });
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const err429Bare: Alteration = {
  id: 'err-429-bare',
  summary: 'A 429 has no Retry-After.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const answer = presentRefusal(refusal, context);
      if (refusal.status !== 429) return answer;
      const { 'retry-after': _, ...headers } = answer.headers;
      return { ...answer, headers };
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const errFlat: Alteration = {
  id: 'err-flat',
  summary: 'Failures outside the video operations have no wrapper.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const answer = presentRefusal(refusal, context);
      if (context.path.startsWith('/videos')) return answer;
      const { message, type, param, code } = refusal;
      return { ...answer, body: { object: 'error', message, type, param, code } };
    },
  }),
};

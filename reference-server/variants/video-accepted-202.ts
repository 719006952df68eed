import type { Alteration } from '../hooks.ts';

export const videoAccepted202: Alteration = {
  id: 'video-accepted-202',
  summary: 'The creation of a video job returns 202.',
  hooks: ({ answer }) => ({
    answer(given, context) {
      const created = context.operation === 'video-create' && given.status === 200;
      return answer(created ? { ...given, status: 202 } : given, context);
    },
  }),
};

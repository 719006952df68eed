import type { Alteration } from '../hooks.ts';

export const videoCreated201: Alteration = {
  id: 'video-created-201',
  summary: 'The creation of a video job returns 201.',
  hooks: ({ answer }) => ({
    answer(given, context) {
      const created = context.operation === 'video-create' && given.status === 200;
      return answer(created ? { ...given, status: 201 } : given, context);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const vidDelete204: Alteration = {
  id: 'vid-delete-204',
  summary: 'DELETE of a video job returns 204 without a body.',
  hooks: ({ answer }) => ({
    answer(given, context) {
      const deleted = context.operation === 'video-cancel' && given.status === 200;
      return answer(deleted ? { status: 204, headers: given.headers } : given, context);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const mediaType400: Alteration = {
  id: 'media-type-400',
  summary: 'A wrong media type returns 400 instead of 415.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const media = refusal.status === 415;
      return presentRefusal(media ? refusal.with({ status: 400 }) : refusal, context);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const unknownVideo400: Alteration = {
  id: 'unknown-video-400',
  summary: 'An unknown video job returns 400 instead of 404.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const isJob = refusal.code === 'video_not_found';
      return presentRefusal(isJob ? refusal.with({ status: 400 }) : refusal, context);
    },
  }),
};

import type { Alteration } from '../hooks.ts';

export const unknownVideo400: Alteration = {
  id: 'unknown-video-400',
  summary: 'An unknown video job is answered 400 in place of 404.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const isJob = refusal.code === 'video_not_found';
      return presentRefusal(isJob ? refusal.with({ status: 400 }) : refusal, context);
    },
  }),
};

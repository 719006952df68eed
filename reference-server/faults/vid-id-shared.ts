import type { Alteration } from '../hooks.ts';

const MINUTE_MS = 60_000;

export const vidIdShared: Alteration = {
  id: 'vid-id-shared',
  summary: 'The id of a video job is the minute of its creation.',
  hooks: ({ newId }) => ({
    newId: (prefix) =>
      prefix === 'video_' ? `video_${Math.floor(Date.now() / MINUTE_MS)}` : newId(prefix),
  }),
};

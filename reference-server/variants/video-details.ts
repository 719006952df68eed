import type { Alteration } from '../hooks.ts';

const DAY_S = 86_400;

export const videoDetails: Alteration = {
  id: 'video-details',
  summary: 'A video job has its prompt, size, seconds, cost and time of expiry.',
  hooks: ({ presentJob }) => ({
    presentJob: (view) => ({
      ...presentJob(view),
      prompt: 'A boat.',
      size: '1280x720',
      seconds: '4',
      expires_at: view.job.createdAt + DAY_S,
      remixed_from_video_id: null,
      usage: { cost: 0.4 },
    }),
  }),
};

import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const vidRead404Some: Alteration = {
  id: 'vid-read-404-some',
  summary: 'One of three reads of a running video job returns 404.',
  hooks: ({ viewJob }) => {
    let views = 0;
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        // The first view is that of the POST that creates the job.
        if (nowMs !== job.startMs) views += 1;
        if (views % 3 === 2) {
          views += 1;
          throw Refusal.notFound('There is no such job.', 'video_not_found', 'id');
        }
        return view;
      },
    };
  },
};

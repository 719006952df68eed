import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const vidRead404Some: Alteration = {
  id: 'vid-read-404-some',
  summary: 'One of three looks at a running video job finds no such job.',
  hooks: ({ viewJob }) => {
    let views = 0;
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        // The first look is that of the POST which makes the job.
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

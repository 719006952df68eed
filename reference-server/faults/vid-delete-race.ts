import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { Meetings } from '../state/meetings.ts';

export const vidDeleteRace: Alteration = {
  id: 'vid-delete-race',
  summary: 'Concurrent DELETEs all find the job running; all but one return 500.',
  hooks({ cancelJob }) {
    const meetings = new Meetings();
    return {
      async cancelJob(job, nowMs) {
        const running = job.cancelledMs === undefined;
        if (running) await meetings.join(job.id);
        if (running && job.cancelledMs !== undefined) throw Refusal.failed();
        return await cancelJob(job, nowMs);
      },
    };
  },
};

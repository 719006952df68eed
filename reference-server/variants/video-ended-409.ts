import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const videoEnded409: Alteration = {
  id: 'video-ended-409',
  summary: 'DELETE of a finished video job returns 409.',
  hooks: ({ viewJob, cancelJob }) => ({
    cancelJob(job, nowMs) {
      const { status } = viewJob(job, nowMs);
      if (status === 'queued' || status === 'in_progress') return cancelJob(job, nowMs);
      throw new Refusal({
        status: 409,
        type: 'invalid_request_error',
        message: 'The job has ended.',
        code: 'video_ended',
        param: 'id',
      });
    },
  }),
};

import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const videoGoneAfterCancel: Alteration = {
  id: 'video-gone-after-cancel',
  summary: 'A read of a cancelled video job returns 410.',
  hooks: ({ findJob }) => ({
    findJob(tenant, id) {
      const job = findJob(tenant, id);
      if (job?.cancelledMs !== undefined) throw gone();
      return job;
    },
  }),
};

function gone(): Refusal {
  return new Refusal({
    status: 410,
    type: 'invalid_request_error',
    message: 'The job was cancelled.',
    code: 'video_gone',
    param: 'id',
  });
}

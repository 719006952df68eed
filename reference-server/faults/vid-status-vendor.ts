import type { Alteration } from '../hooks.ts';
import type { JobStatus } from '../state/video-jobs.ts';

const VENDOR: Readonly<Record<JobStatus, string>> = {
  queued: 'NOT_START',
  in_progress: 'RUNNING',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'REVOKED',
};

export const vidStatusVendor: Alteration = {
  id: 'vid-status-vendor',
  summary: 'The status of a video job is the value of an upstream provider.',
  hooks: ({ presentJob }) => ({
    presentJob: (view) => ({ ...presentJob(view), status: VENDOR[view.status] }),
  }),
};

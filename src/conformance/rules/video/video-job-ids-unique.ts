import { uniqueIds } from '../../findings/unique-ids.ts';
import { severalJobs } from '../../probes/video.ts';
import type { FoldRule } from '../../rule.ts';

/** With one id for two jobs, a client reads and cancels the job of another, and its own is lost. */
export const videoJobIdsUnique: FoldRule<'answer'> = {
  id: 'video-job-ids-unique',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints: "Path parameter id (string, required): the identifier of the job returned by POST /videos"',
  statement: 'No two video jobs have the same id, whether made one after the other or at once.',
  provenBy: 'vid-id-shared',
  evidence: 'answer',
  operations: ['video-create'],
  probe: severalJobs,

  fold: uniqueIds,
};

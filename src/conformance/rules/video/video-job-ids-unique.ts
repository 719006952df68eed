import { uniqueIds } from '../../findings/unique-ids.ts';
import { severalJobs } from '../../probes/video.ts';
import type { FoldRule } from '../../rule.ts';

/**
 * If two jobs have the same id, a client reads and cancels the job of another client, and loses
 * its own.
 */
export const videoJobIdsUnique: FoldRule<'answer'> = {
  id: 'video-job-ids-unique',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints: "Path parameter id (string, required): the identifier of the job returned by POST /videos"',
  statement: 'No two video jobs have the same id, created in sequence or at the same time.',
  provenBy: 'vid-id-shared',
  evidence: 'answer',
  operations: ['video-create'],
  probe: severalJobs,

  fold: uniqueIds,
};

import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { pollsOfAJob } from '../../probes/video.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client that reads "no such job" abandons a video that is paid for. */
export const videoReadAccepted: JudgeRule<'sent'> = {
  id: 'video-read-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, GET /videos/{id} ("the identifier of the job returned by POST /videos | Video job")',
  statement: 'GET of a job, with the key that created it, returns 2xx until the job is cancelled.',
  provenBy: 'vid-read-404-some',
  evidence: 'sent',
  operations: ['video-read'],
  probe: pollsOfAJob,

  judge: refusalsIn,
};

import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { cancelOfARunningJob } from '../../probes/video.ts';
import type { JudgeRule } from '../../rule.ts';

/** A caller who cannot cancel pays for a video that is no longer wanted. */
export const videoCancelAccepted: JudgeRule<'sent'> = {
  id: 'video-cancel-accepted',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Endpoints, DELETE /videos/{id} ("Cancels the job | Video job")',
  statement: 'DELETE of an unfinished job, with the key that created it, returns 2xx.',
  provenBy: 'vid-cancel-500',
  evidence: 'sent',
  operations: ['video-cancel'],
  probe: cancelOfARunningJob,

  judge: refusalsIn,
};

import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { newVideoJob } from '../../probes/video.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client whose good request is refused has no job to wait for. */
export const videoAccepted: JudgeRule<'sent'> = {
  id: 'video-accepted',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Endpoints, POST /videos ("JSON video job request | Video job")',
  statement: 'A valid request for a video with a valid key is answered 2xx.',
  provenBy: 'vid-create-500-all',
  evidence: 'sent',
  operations: ['video-create'],
  probe: newVideoJob,

  judge: refusalsIn,
};

import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { newVideoJob } from '../../probes/video.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client whose valid request is refused gets no job to wait for. */
export const videoAccepted: JudgeRule<'sent'> = {
  id: 'video-accepted',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Endpoints, POST /videos ("JSON video job request | Video job")',
  statement: 'A valid video request with a valid key returns 2xx.',
  provenBy: 'vid-create-500-all',
  evidence: 'sent',
  operations: ['video-create'],
  probe: newVideoJob,

  judge: refusalsIn,
};

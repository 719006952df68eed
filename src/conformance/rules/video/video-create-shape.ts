import { contradictions } from '../../../contract/contradictions.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import { newVideoJob } from '../../probes/video.ts';
import type { JudgeRule } from '../../rule.ts';

/** Without the id a client can neither read nor cancel the job that it pays for. */
export const videoCreateShape: JudgeRule<'reply'> = {
  id: 'video-create-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Video job: "id | string", "object | string", "status | string", "model | string", "progress | integer", "created_at | integer"; §Endpoints: "Video job (application/json)", "Path parameter id (string, required)"',
  statement:
    'POST /videos returns application/json with a non-empty id, the strings object, status and model and the integers progress and created_at.',
  provenBy: 'vid-no-id',
  evidence: 'reply',
  operations: ['video-create'],
  probe: newVideoJob,

  *judge(reply) {
    const { mediaType } = reply;
    if (mediaType !== 'application/json') {
      yield { expected: 'application/json', actual: mediaType, where: 'content-type' };
    }
    if (reply.form === 'body') yield* contradictions(VideoJobSchema, reply.json);
  },
};

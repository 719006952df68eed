import { VideoJobSchema } from '../../../contract/video.ts';
import { newVideoJob, severalJobs } from '../../probes/video.ts';
import { body, uniqueId } from '../../rows/members.ts';

const ERROR = { message: 'm', type: 't', param: null, code: null };

export const videoCreateShape = body('video-create-shape', {
  level: 'must',
  stated:
    'interface §Video job: "id | string", "object | string", "status | string", "model | string", "progress | integer", "created_at | integer"; §Endpoints: "Video job (application/json)", "Path parameter id (string, required)"',
  statement:
    'POST /videos returns application/json with a non-empty id, the strings object, status and model and the integers progress and created_at.',
  harm: 'Without the id a client can neither read nor cancel the job that it pays for.',
  provenBy: 'vid-no-id',
  operations: ['video-create'],
  probe: newVideoJob,
  schema: VideoJobSchema,
  legal: [
    { status: 'completed', progress: 100, completed_at: 1_760_000_060 },
    { completed_at: null, content_url: null, error: null, seconds: '4' },
    { error: ERROR },
    { error: { error: ERROR } },
  ],
  illegal: [{ id: undefined }, { id: '' }, { progress: '0', created_at: '1760000000' }],
});

export const videoJobIdsUnique = uniqueId('video-job-ids-unique', {
  level: 'must',
  stated:
    'interface §Endpoints: "Path parameter id (string, required): the identifier of the job returned by POST /videos"',
  statement: 'No two video jobs have the same id, created in sequence or at the same time.',
  harm: 'If two jobs have the same id, a client reads and cancels the job of another client, and loses its own.',
  provenBy: 'vid-id-shared',
  operations: ['video-create'],
  probe: severalJobs,
});

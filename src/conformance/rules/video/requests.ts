import { oddJobs } from '../../probes/bad-fields.ts';
import { cancelOfARunningJob, newVideoJob, pollsOfAJob } from '../../probes/video.ts';
import { accepted, refused } from '../../rows/requests.ts';

export const videoAccepted = accepted('video-accepted', {
  level: 'must',
  stated: 'interface §Endpoints, POST /videos ("JSON video job request | Video job")',
  statement: 'A valid video request with a valid key returns 2xx.',
  harm: 'A client whose valid request is refused gets no job to wait for.',
  provenBy: 'vid-create-500-all',
  operations: ['video-create'],
  probe: newVideoJob,
});

export const videoBadFieldsRefused = refused('video-bad-fields-refused', {
  level: 'should',
  assumed: 'interface §Video job request (model and prompt string, duration integer)',
  statement:
    'A video request without model or prompt, with an unknown model, or with a duration that is not a positive integer, is refused.',
  harm: 'A job with a duration that the caller did not request takes minutes, and each second of the video costs money.',
  provenBy: 'vid-duration-string-200',
  operations: ['video-create'],
  probe: oddJobs,
});

export const videoCancelAccepted = accepted('video-cancel-accepted', {
  level: 'must',
  stated: 'interface §Endpoints, DELETE /videos/{id} ("Cancels the job | Video job")',
  statement: 'DELETE of an unfinished job, with the key that created it, returns 2xx.',
  harm: 'A caller who cannot cancel pays for a video that is no longer wanted.',
  provenBy: 'vid-cancel-500',
  operations: ['video-cancel'],
  probe: cancelOfARunningJob,
});

export const videoReadAccepted = accepted('video-read-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, GET /videos/{id} ("the identifier of the job returned by POST /videos | Video job")',
  statement: 'GET of a job, with the key that created it, returns 2xx until the job is cancelled.',
  harm: 'A client that reads "no such job" abandons a video that is paid for.',
  provenBy: 'vid-read-404-some',
  operations: ['video-read'],
  probe: pollsOfAJob,
});

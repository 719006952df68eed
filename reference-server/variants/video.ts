import { createHash } from 'node:crypto';
import { editsJob, editsWire } from '../edits/answers.ts';
import { after, alters, before } from '../edits/steps.ts';
import type { Alterations, Hooks } from '../hooks.ts';
import { FAILURE, Refusal } from '../http/refusal.ts';
import type { Job } from '../state/video-jobs.ts';

const DAY_S = 86_400;

const STORE = 'https://media.invalid/b%C3%BCcket';

const SIGNATURE = 'X-Expires=3600&X-Signature=a%2Fb%2Bc%3D%3D';

export const videoVariants: Alterations = {
  'video-accepted-202': before('answer')('The creation of a video job returns 202.')(
    (answer, context) => {
      const isCreated = context.operation === 'video-create' && answer.status === 200;
      return [isCreated ? { ...answer, status: 202 } : answer, context];
    },
  ),
  'video-cache-hints': editsWire('video-read')(
    'A read of a video job is cacheable: for a second while the job runs, for a day after its end.',
  )((wire) => {
    const goesOn = /"status":"(?:queued|in_progress)"/.test(String(wire.payload));
    const digest = createHash('sha1').update(wire.payload).digest('hex');
    const headers = {
      ...wire.headers,
      'cache-control': `private, max-age=${goesOn ? 1 : DAY_S}`,
      etag: `"${digest}"`,
      age: '0',
    };
    return { ...wire, headers };
  }),
  'video-cancel-lags': alters(
    'A video job continues for a while after its DELETE, and may end before it is cancelled.',
  )(({ viewJob }) => {
    const view: Hooks['viewJob'] = (job, nowMs) => {
      const { cancelledMs = 0, startMs, lengthMs } = job;
      const isLate = cancelledMs >= startMs + lengthMs;
      return viewJob(nowMs < cancelledMs || isLate ? uncancelled(job) : job, nowMs);
    };
    return {
      viewJob: view,
      cancelJob(job, nowMs) {
        job.cancelledMs ??= nowMs + 60;
        return view(job, nowMs);
      },
    };
  }),
  'video-content-redirect': before('send')('The content_url redirects to another origin.')(
    (response, answer) => {
      if (answer.headers['content-type'] !== 'video/mp4') return [response, answer];
      const headers = { location: `https://media.invalid${response.req.url}` };
      return [response, { status: 302, headers, payload: '' }];
    },
  ),
  'video-content-whole': alters('A range of the content of a video is ignored.')(() => ({
    readRange: () => undefined,
  })),
  'video-details': editsJob('A video job has its prompt, size, seconds, cost and time of expiry.')(
    (_, { job }) => ({
      prompt: 'A boat.',
      size: '1280x720',
      seconds: '4',
      expires_at: job.createdAt + DAY_S,
      remixed_from_video_id: null,
      usage: { cost: 0.4 },
    }),
  ),
  'video-ended-409': alters('DELETE of a finished video job returns 409.')(
    ({ viewJob, cancelJob }) => ({
      cancelJob(job, nowMs) {
        const { status } = viewJob(job, nowMs);
        if (status === 'queued' || status === 'in_progress') return cancelJob(job, nowMs);
        throw Refusal.badField('id', 'The job has ended.').with({
          status: 409,
          code: 'video_ended',
        });
      },
    }),
  ),
  'video-error-wrapped': editsJob('The error of a failed video job is a complete error wrapper.')(
    (_, { status }) => (status === 'failed' ? { error: { error: FAILURE } } : {}),
  ),
  'video-gone-after-cancel': after('findJob')('A read of a cancelled video job returns 410.')(
    (job) => {
      if (job?.cancelledMs === undefined) return job;
      throw Refusal.badField('id', 'The job was cancelled.').with({
        status: 410,
        code: 'video_gone',
      });
    },
  ),
  'video-instant': alters('A video job is completed before it can be read.')(
    ({ viewJob, cancelJob }) => ({
      viewJob: (job, nowMs) => viewJob(job, later(job, nowMs)),
      cancelJob: (job, nowMs) => cancelJob(job, later(job, nowMs)),
    }),
  ),
  'video-progress-jumps': after('viewJob')('The progress of a video job jumps from 0 to 100.')(
    (view) => (view.status === 'completed' ? view : { ...view, progress: 0 }),
  ),
  'video-url-signed': editsJob('The content_url is a signed URL of another origin.')(
    (_, { status, job }) =>
      status === 'completed' ? { content_url: `${STORE}/${job.id}.mp4?${SIGNATURE}` } : {},
  ),
};

function uncancelled(job: Job): Job {
  const { cancelledMs: _, ...others } = job;
  return others;
}

/** The end of the job, for every view after its creation. */
function later({ startMs, lengthMs }: Job, nowMs: number): number {
  return nowMs > startMs ? nowMs + lengthMs : nowMs;
}

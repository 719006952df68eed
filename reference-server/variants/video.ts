import { createHash } from 'node:crypto';
import type { Alteration, Hooks } from '../hooks.ts';
import { FAILURE, Refusal } from '../http/refusal.ts';
import type { Job } from '../state/video-jobs.ts';

const LAG_MS = 60;

const DAY_S = 86_400;

const STORE = 'https://media.invalid/b%C3%BCcket';

const SIGNATURE = 'X-Expires=3600&X-Signature=a%2Fb%2Bc%3D%3D';

export const videoVariants: readonly Alteration[] = [
  createsWith('video-accepted-202', 'The creation of a video job returns 202.', 202),
  {
    id: 'video-cache-hints',
    summary:
      'A read of a video job is cacheable: for a second while the job runs, for a day after its end.',
    hooks: (base) => ({
      encode(answer, context) {
        const wire = base.encode(answer, context);
        if (context.operation !== 'video-read' || answer.status !== 200) return wire;
        const goesOn = /"status":"(?:queued|in_progress)"/.test(String(wire.payload));
        const digest = createHash('sha1').update(wire.payload).digest('hex');
        const headers = {
          ...wire.headers,
          'cache-control': `private, max-age=${goesOn ? 1 : 86_400}`,
          etag: `"${digest}"`,
          age: '0',
        };
        return { ...wire, headers };
      },
    }),
  },
  {
    id: 'video-cancel-lags',
    summary:
      'A video job continues for a while after its DELETE, and may end before it is cancelled.',
    hooks({ viewJob }) {
      const view: Hooks['viewJob'] = (job, nowMs) => {
        const { cancelledMs = 0, startMs, lengthMs } = job;
        const isLate = cancelledMs >= startMs + lengthMs;
        return viewJob(nowMs < cancelledMs || isLate ? uncancelled(job) : job, nowMs);
      };
      return {
        viewJob: view,
        cancelJob(job, nowMs) {
          job.cancelledMs ??= nowMs + LAG_MS;
          return view(job, nowMs);
        },
      };
    },
  },
  {
    id: 'video-content-redirect',
    summary: 'The content_url redirects to another origin.',
    hooks: ({ send }) => ({
      send(response, answer) {
        if (answer.headers['content-type'] !== 'video/mp4') {
          send(response, answer);
          return;
        }
        const headers = { location: `https://media.invalid${response.req.url}` };
        send(response, { status: 302, headers, payload: '' });
      },
    }),
  },
  createsWith('video-created-201', 'The creation of a video job returns 201.', 201),
  {
    id: 'video-details',
    summary: 'A video job has its prompt, size, seconds, cost and time of expiry.',
    hooks: ({ presentJob }) => ({
      presentJob: (view) => ({
        ...presentJob(view),
        prompt: 'A boat.',
        size: '1280x720',
        seconds: '4',
        expires_at: view.job.createdAt + DAY_S,
        remixed_from_video_id: null,
        usage: { cost: 0.4 },
      }),
    }),
  },
  {
    id: 'video-ended-409',
    summary: 'DELETE of a finished video job returns 409.',
    hooks: ({ viewJob, cancelJob }) => ({
      cancelJob(job, nowMs) {
        const { status } = viewJob(job, nowMs);
        if (status === 'queued' || status === 'in_progress') return cancelJob(job, nowMs);
        throw new Refusal({
          status: 409,
          type: 'invalid_request_error',
          message: 'The job has ended.',
          code: 'video_ended',
          param: 'id',
        });
      },
    }),
  },
  {
    id: 'video-error-wrapped',
    summary: 'The error of a failed video job is a complete error wrapper.',
    hooks: ({ presentJob }) => ({
      presentJob(view) {
        const body = presentJob(view);
        return view.status === 'failed' ? { ...body, error: { error: FAILURE } } : body;
      },
    }),
  },
  {
    id: 'video-gone-after-cancel',
    summary: 'A read of a cancelled video job returns 410.',
    hooks: ({ findJob }) => ({
      findJob(tenant, id) {
        const job = findJob(tenant, id);
        if (job?.cancelledMs !== undefined) throw gone();
        return job;
      },
    }),
  },
  {
    id: 'video-instant',
    summary: 'A video job is completed before it can be read.',
    hooks: ({ viewJob, cancelJob }) => ({
      viewJob: (job, nowMs) => viewJob(job, later(job, nowMs)),
      cancelJob: (job, nowMs) => cancelJob(job, later(job, nowMs)),
    }),
  },
  {
    id: 'video-progress-jumps',
    summary: 'The progress of a video job jumps from 0 to 100.',
    hooks: ({ viewJob }) => ({
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        return view.status === 'completed' ? view : { ...view, progress: 0 };
      },
    }),
  },
  {
    id: 'video-url-signed',
    summary: 'The content_url is a signed URL of another origin.',
    hooks: ({ presentJob }) => ({
      presentJob(view) {
        const body = presentJob(view);
        if (view.status !== 'completed') return body;
        return { ...body, content_url: `${STORE}/${view.job.id}.mp4?${SIGNATURE}` };
      },
    }),
  },
];

/** The creation of a video job has this status. */
function createsWith(id: string, summary: string, status: number): Alteration {
  return {
    id,
    summary,
    hooks: ({ answer }) => ({
      answer(given, context) {
        const isCreated = context.operation === 'video-create' && given.status === 200;
        return answer(isCreated ? { ...given, status } : given, context);
      },
    }),
  };
}

function uncancelled(job: Job): Job {
  const { cancelledMs: _, ...others } = job;
  return others;
}

function gone(): Refusal {
  return new Refusal({
    status: 410,
    type: 'invalid_request_error',
    message: 'The job was cancelled.',
    code: 'video_gone',
    param: 'id',
  });
}

/** The end of the job, for every view after its creation. */
function later({ startMs, lengthMs }: Job, nowMs: number): number {
  return nowMs > startMs ? nowMs + lengthMs : nowMs;
}

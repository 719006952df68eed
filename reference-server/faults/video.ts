import { editsJob, editsWire, sameId } from '../edits/answers.ts';
import { refuses } from '../edits/requests.ts';
import { unknownJob } from '../handlers/videos.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { firstViews } from '../state/first-views.ts';
import { Meetings } from '../state/meetings.ts';
import type { Job, JobStatus, JobView } from '../state/video-jobs.ts';

const CONTENT = /^\/videos\/[^/]+\/content$/;

const UNKNOWN_MS = 300;

/** As a share of the time that a job takes. */
const LAST_SHARE = 0.4;

const VENDOR: Readonly<Record<JobStatus, string>> = {
  queued: 'NOT_START',
  in_progress: 'RUNNING',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'REVOKED',
};

export const videoFaults: readonly Alteration[] = [
  {
    id: 'vid-cancel-500',
    summary: 'A DELETE of a running video job returns 500.',
    hooks: () => ({
      cancelJob() {
        throw Refusal.failed();
      },
    }),
  },
  {
    id: 'vid-cancel-overwrites-completed',
    summary: 'DELETE changes a completed video job to cancelled.',
    hooks: ({ viewJob }) => ({
      cancelJob(job, nowMs) {
        job.cancelledMs ??= nowMs;
        return viewJob(job, nowMs);
      },
    }),
  },
  editsJob('vid-content-404', 'The content_url returns 404.', (_, { status, job }) =>
    status === 'completed' ? { content_url: `/content/${job.id}.mp4` } : {},
  ),
  {
    id: 'vid-content-open',
    summary: 'The content of a video needs no key, and takes the key of any tenant.',
    hooks: ({ authorize }) => ({
      authorize: (caller) => (CONTENT.test(caller.url) ? 'first' : authorize(caller)),
    }),
  },
  {
    id: 'vid-content-shared',
    summary: 'Every video job has the content_url of the first one.',
    hooks({ presentJob }) {
      let first: unknown;
      return {
        presentJob(view) {
          const body = presentJob(view);
          if (view.status !== 'completed') return body;
          first ??= body.content_url;
          return { ...body, content_url: typeof first === 'string' ? first : null };
        },
      };
    },
  },
  editsJob(
    'vid-content-url-early',
    'A video job that has not ended has a content_url.',
    (_, { status, job }) =>
      status === 'queued' || status === 'in_progress'
        ? { content_url: `/videos/${job.id}/content` }
        : {},
  ),
  refuses(
    'vid-create-500-all',
    'Every POST /videos returns 500.',
    'video-create',
    Refusal.failed(),
  ),
  {
    id: 'vid-cross-tenant',
    summary: 'Any valid key can read and cancel any video job.',
    hooks: (_base, { jobs }) => ({ findJob: (_tenant, id) => jobs.get(id) }),
  },
  {
    id: 'vid-delete-204',
    summary: 'DELETE of a video job returns 204 without a body.',
    hooks: ({ answer }) => ({
      answer(given, context) {
        const deleted = context.operation === 'video-cancel' && given.status === 200;
        return answer(deleted ? { status: 204, headers: given.headers } : given, context);
      },
    }),
  },
  {
    id: 'vid-delete-ignored',
    summary: 'DELETE of a video job does nothing.',
    hooks: ({ viewJob }) => ({ cancelJob: viewJob }),
  },
  {
    id: 'vid-delete-race',
    summary: 'Concurrent DELETEs all find the job running; all but one return 500.',
    hooks({ cancelJob }) {
      const meetings = new Meetings();
      return {
        async cancelJob(job, nowMs) {
          const running = job.cancelledMs === undefined;
          if (running) await meetings.join(job.id);
          if (running && job.cancelledMs !== undefined) throw Refusal.failed();
          return await cancelJob(job, nowMs);
        },
      };
    },
  },
  {
    id: 'vid-duration-string-200',
    summary: 'A duration as a string is accepted.',
    hooks: ({ checkVideo }) => ({
      checkVideo(body) {
        const { duration } = body;
        const spelled = typeof duration === 'string';
        return checkVideo(spelled ? { ...body, duration: Number(duration) } : body);
      },
    }),
  },
  editsJob('vid-error-string', 'The error of a failed video job is a string.', (_, { status }) =>
    status === 'failed' ? { error: 'The model failed.' } : {},
  ),
  sameId('vid-id-shared', 'All video jobs have the same id.', 'video_shared'),
  editsJob(
    'vid-model-changes',
    'A started video job has another model than the requested one.',
    (_, { status }) => (status === 'queued' ? {} : { model: 'upstream-video-1' }),
  ),
  editsJob('vid-no-id', 'A video job has no id.', { id: undefined }),
  {
    id: 'vid-progress-drops',
    summary: 'The progress of a video job decreases by 10, once.',
    hooks: (base) =>
      // The third view, because two concurrent reads may share the first two.
      firstViews(base, [
        (view) => view,
        (view) => view,
        (view, first) => ({ ...view, progress: Math.max(0, first.progress - 10) }),
      ]),
  },
  editsJob(
    'vid-progress-float',
    'The progress of a video job is not an integer.',
    (_, { status, progress }) => ({
      progress: status === 'in_progress' ? progress + 0.5 : progress,
    }),
  ),
  {
    id: 'vid-read-404-some',
    summary: 'One of three reads of a running video job returns 404.',
    hooks: ({ viewJob }) => {
      let views = 0;
      return {
        viewJob(job, nowMs) {
          const view = viewJob(job, nowMs);
          // The first view is that of the POST that creates the job.
          if (nowMs !== job.startMs) views += 1;
          if (views % 3 === 2) {
            views += 1;
            throw Refusal.notFound('There is no such job.', 'video_not_found', 'id');
          }
          return view;
        },
      };
    },
  },
  {
    id: 'vid-read-after-write-404',
    summary: 'A new video job is unknown for 300 ms, and to its first read.',
    hooks({ viewJob, cancelJob }) {
      const asked = new WeakSet<Job>();
      const isNew = ({ startMs }: Job, nowMs: number) => nowMs - startMs < UNKNOWN_MS;
      return {
        viewJob(job, nowMs) {
          const isCreated = nowMs === job.startMs;
          if (!isCreated && (isNew(job, nowMs) || !asked.has(job))) {
            asked.add(job);
            throw unknownJob();
          }
          return viewJob(job, nowMs);
        },
        cancelJob(job, nowMs) {
          if (isNew(job, nowMs)) throw unknownJob();
          asked.add(job);
          return cancelJob(job, nowMs);
        },
      };
    },
  },
  editsWire(
    'vid-read-cached',
    'Reads of a video job are cacheable for an hour.',
    'video-read',
    (wire) => ({
      ...wire,
      headers: { ...wire.headers, 'cache-control': 'public, max-age=3600' },
    }),
  ),
  {
    id: 'vid-read-no-object',
    summary: 'The answer to a read of a video job has no object.',
    hooks: (base) => ({
      answer(answer, context) {
        const { body } = answer;
        if (context.operation !== 'video-read' || body === undefined || !isJsonObject(body)) {
          return base.answer(answer, context);
        }
        const { object: _, ...others } = body;
        return base.answer({ ...answer, body: others }, context);
      },
    }),
  },
  {
    id: 'vid-second-delete-500',
    summary: 'The second DELETE of a video job returns 500.',
    hooks: ({ cancelJob }) => ({
      cancelJob(job, nowMs) {
        if (job.cancelledMs !== undefined) throw Refusal.failed();
        return cancelJob(job, nowMs);
      },
    }),
  },
  {
    id: 'vid-split-verdict',
    summary: 'DELETE shortly before the end returns a cancelled job, and the job completes.',
    hooks: ({ viewJob, cancelJob }) => ({
      cancelJob(job, nowMs) {
        const restMs = job.startMs + job.lengthMs - nowMs;
        if (restMs <= 0 || restMs > job.lengthMs * LAST_SHARE) return cancelJob(job, nowMs);
        return { ...viewJob(job, nowMs), status: 'cancelled' };
      },
    }),
  },
  {
    id: 'vid-status-regress',
    summary: 'A video job in progress is queued again, once.',
    hooks: (base) =>
      // The third view, because two concurrent reads may share the first two.
      firstViews(base, [(view) => view, (view) => view, (view) => ({ ...view, status: 'queued' })]),
  },
  editsJob(
    'vid-status-vendor',
    'The status of a video job is the value of an upstream provider.',
    (_, { status }) => ({ status: VENDOR[status] }),
  ),
  {
    id: 'vid-stuck',
    summary: 'A video job stays at progress 99 forever.',
    hooks: ({ viewJob, cancelJob }) => ({
      viewJob: (job, nowMs) => stuck(viewJob(job, nowMs)),
      cancelJob: async (job, nowMs) => stuck(await cancelJob(job, nowMs)),
    }),
  },
  {
    id: 'vid-unknown-200-null',
    summary: 'An unknown video job returns 200 with null.',
    hooks: ({ answer }) => ({
      answer(given, context) {
        const { operation } = context;
        const video = operation === 'video-read' || operation === 'video-cancel';
        const unknown = video && given.status === 404;
        return answer(unknown ? { status: 200, headers: {}, body: null } : given, context);
      },
    }),
  },
  {
    id: 'vid-zombie',
    summary: 'Every fifth read of a cancelled video job shows it in progress.',
    hooks({ viewJob }) {
      let views = 0;
      return {
        viewJob(job, nowMs) {
          const view = viewJob(job, nowMs);
          if (view.status !== 'cancelled') return view;
          views += 1;
          return views % 5 === 0 ? { ...view, status: 'in_progress' } : view;
        },
      };
    },
  },
];

function stuck(view: JobView): JobView {
  if (view.status !== 'completed' && view.status !== 'failed') return view;
  return { job: view.job, status: 'in_progress', progress: 99, completedAt: null };
}

import { editsJob, editsWire, refuses, sameId } from '../edits/answers.ts';
import { without } from '../edits/json.ts';
import { changesThirdView } from '../edits/remembering.ts';
import { alters, before, rescues } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import type { Answer, AnswerContext } from '../http/answer.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { Meetings } from '../state/meetings.ts';
import type { Job, JobStatus, JobView } from '../state/video-jobs.ts';

/** As a share of the time that a job takes. */
const LAST_SHARE = 0.4;

const VENDOR: Readonly<Record<JobStatus, string>> = {
  queued: 'NOT_START',
  in_progress: 'RUNNING',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'REVOKED',
};

export const videoFaults: Alterations = {
  'vid-cancel-500': alters('A DELETE of a running video job returns 500.')(() => ({
    cancelJob() {
      throw Refusal.failed();
    },
  })),
  'vid-cancel-overwrites-completed': alters('DELETE changes a completed video job to cancelled.')(
    ({ viewJob }) => ({
      cancelJob(job, nowMs) {
        job.cancelledMs ??= nowMs;
        return viewJob(job, nowMs);
      },
    }),
  ),
  'vid-content-404': editsJob('The content_url returns 404.')((_, { status, job }) =>
    status === 'completed' ? { content_url: `/content/${job.id}.mp4` } : {},
  ),
  'vid-content-shared': alters('Every video job has the content_url of the first one.')(
    ({ presentJob }) => {
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
  ),
  'vid-content-url-early': editsJob('A video job that has not ended has a content_url.')(
    (_, { status, job }) =>
      status === 'queued' || status === 'in_progress'
        ? { content_url: `/videos/${job.id}/content` }
        : {},
  ),
  'vid-create-500-all': refuses('video-create')('Every POST /videos returns 500.')(() =>
    Refusal.failed(),
  ),
  'vid-cross-tenant': alters('Any valid key can read and cancel any video job.')((_, { jobs }) => ({
    findJob: (_tenant, id) => jobs.get(id),
  })),
  'vid-delete-204': editsAnswer(
    'DELETE of a video job returns 204 without a body.',
    ({ status, headers }, { operation }) =>
      operation === 'video-cancel' && status === 200 ? { status: 204, headers } : undefined,
  ),
  'vid-delete-ignored': alters('DELETE of a video job does nothing.')(({ viewJob }) => ({
    cancelJob: viewJob,
  })),
  'vid-delete-race': alters('Concurrent DELETEs all find the job running; all but one return 500.')(
    ({ cancelJob }) => {
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
  ),
  'vid-duration-string-200': before('checkVideo')('A duration as a string is accepted.')((body) => {
    const { duration } = body;
    return [typeof duration === 'string' ? { ...body, duration: Number(duration) } : body];
  }),
  'vid-error-string': editsJob('The error of a failed video job is a string.')((_, { status }) =>
    status === 'failed' ? { error: 'The model failed.' } : {},
  ),
  'vid-id-shared': sameId('video_shared')('All video jobs have the same id.'),
  'vid-model-changes': editsJob('A started video job has another model than the requested one.')(
    (_, { status }) => (status === 'queued' ? {} : { model: 'upstream-video-1' }),
  ),
  'vid-no-id': editsJob('A video job has no id.')({ id: undefined }),
  'vid-progress-drops': changesThirdView('The progress of a video job decreases by 10, once.')(
    (view, first) => ({ ...view, progress: Math.max(0, first.progress - 10) }),
  ),
  'vid-progress-float': editsJob('The progress of a video job is not an integer.')(
    (_, { status, progress }) => (status === 'in_progress' ? { progress: progress + 0.5 } : {}),
  ),
  'vid-range-beyond-500': rescues('readRange')(
    'A range beyond the content of a video returns 500.',
  )(() => {
    throw Refusal.failed();
  }),
  'vid-range-short': before('send')('A range of the content of a video is one byte too short.')(
    (response, answer) => {
      const { status, payload } = answer;
      return [response, status === 206 ? { ...answer, payload: payload.slice(0, -1) } : answer];
    },
  ),
  'vid-read-404-some': alters('One of three reads of a running video job returns 404.')(
    ({ viewJob }) => {
      let views = 0;
      return {
        viewJob(job, nowMs) {
          const view = viewJob(job, nowMs);
          // The first view is that of the POST that creates the job.
          if (nowMs !== job.startMs) views += 1;
          if (views % 3 === 2) {
            views += 1;
            throw Refusal.unknownJob();
          }
          return view;
        },
      };
    },
  ),
  'vid-read-after-write-404': alters(
    'A new video job is unknown for 300 ms, and to its first read.',
  )(({ viewJob, cancelJob }) => {
    const asked = new WeakSet<Job>();
    const isNew = ({ startMs }: Job, nowMs: number) => nowMs - startMs < 300;
    return {
      viewJob(job, nowMs) {
        const isCreated = nowMs === job.startMs;
        if (!isCreated && (isNew(job, nowMs) || !asked.has(job))) {
          asked.add(job);
          throw Refusal.unknownJob();
        }
        return viewJob(job, nowMs);
      },
      cancelJob(job, nowMs) {
        if (isNew(job, nowMs)) throw Refusal.unknownJob();
        asked.add(job);
        return cancelJob(job, nowMs);
      },
    };
  }),
  'vid-read-cached': editsWire('video-read')('Reads of a video job are cacheable for an hour.')(
    (wire) => ({ ...wire, headers: { ...wire.headers, 'cache-control': 'public, max-age=3600' } }),
  ),
  'vid-read-no-object': editsAnswer(
    'The answer to a read of a video job has no object.',
    (answer, { operation }) => {
      const { body } = answer;
      if (operation !== 'video-read' || !isJsonObject(body)) return undefined;
      return { ...answer, body: without(body, 'object') };
    },
  ),
  'vid-second-delete-500': alters('The second DELETE of a video job returns 500.')(
    ({ cancelJob }) => ({
      cancelJob(job, nowMs) {
        if (job.cancelledMs !== undefined) throw Refusal.failed();
        return cancelJob(job, nowMs);
      },
    }),
  ),
  'vid-split-verdict': alters(
    'DELETE shortly before the end returns a cancelled job, and the job completes.',
  )(({ viewJob, cancelJob }) => ({
    cancelJob(job, nowMs) {
      const restMs = job.startMs + job.lengthMs - nowMs;
      if (restMs <= 0 || restMs > job.lengthMs * LAST_SHARE) return cancelJob(job, nowMs);
      return { ...viewJob(job, nowMs), status: 'cancelled' };
    },
  })),
  'vid-status-regress': changesThirdView('A video job in progress is queued again, once.')(
    (view) => ({ ...view, status: 'queued' }),
  ),
  'vid-status-vendor': editsJob('The status of a video job is the value of an upstream provider.')(
    (_, { status }) => ({ status: VENDOR[status] }),
  ),
  'vid-stuck': alters('A video job stays at progress 99 forever.')(({ viewJob, cancelJob }) => ({
    viewJob: (job, nowMs) => stuck(viewJob(job, nowMs)),
    cancelJob: async (job, nowMs) => stuck(await cancelJob(job, nowMs)),
  })),
  'vid-unknown-200-null': editsAnswer(
    'An unknown video job returns 200 with null.',
    ({ status }, { operation }) =>
      (operation === 'video-read' || operation === 'video-cancel') && status === 404
        ? { status: 200, headers: {}, body: null }
        : undefined,
  ),
  'vid-zombie': alters('Every fifth read of a cancelled video job shows it in progress.')(
    ({ viewJob }) => {
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
  ),
};

/** Another answer, if there is one. */
function editsAnswer(
  summary: string,
  edit: (answer: Answer, context: AnswerContext) => Answer | undefined,
): Alteration {
  return before('answer')(summary)((answer, context) => [edit(answer, context) ?? answer, context]);
}

function stuck(view: JobView): JobView {
  if (view.status !== 'completed' && view.status !== 'failed') return view;
  return { job: view.job, status: 'in_progress', progress: 99, completedAt: null };
}

import { isAfter, isTerminal, jobIn, type Stage } from '../../../answers/video-jobs.ts';
import { denotesInteger, numberToken } from '../../../contract/raw-number.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { jobRule, seriesRule } from '../../declare.ts';
import { dispositionOf, isSettled, notRefused } from '../../findings/acceptance.ts';
import { firstCancel, jobsIn, madeJob } from '../../findings/job-course.ts';
import { oddJobs, unknownJobs } from '../../probes/refused.ts';
import {
  cancelOfARunningJob,
  followedJobs,
  jobOfAnotherTenant,
  newVideoJob,
  pollsOfAJob,
  severalJobs,
} from '../../probes/video.ts';
import { body, uniqueId } from '../../rows/members.ts';
import { accepted, refused } from '../../rows/requests.ts';
import { need } from '../../rule.ts';

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
  probe: cancelOfARunningJob,
});

export const videoReadAccepted = accepted('video-read-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, GET /videos/{id} ("the identifier of the job returned by POST /videos | Video job")',
  statement: 'GET of a job, with the key that created it, returns 2xx until the job is cancelled.',
  harm: 'A client that reads "no such job" abandons a video that is paid for.',
  provenBy: 'vid-read-404-some',
  probe: pollsOfAJob,
});

const ERROR = { message: 'm', type: 't', param: null, code: null };

export const videoCreateShape = body('video-create-shape', {
  level: 'must',
  stated:
    'interface §Video job: "id | string", "object | string", "status | string", "model | string", "progress | integer", "created_at | integer"; §Endpoints: "Video job (application/json)", "Path parameter id (string, required)"',
  statement:
    'POST /videos returns application/json with a non-empty id, the strings object, status and model and the integers progress and created_at.',
  harm: 'Without the id a client can neither read nor cancel the job that it pays for.',
  provenBy: 'vid-no-id',
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

export const videoUnknownId404 = seriesRule('video-unknown-id-404', {
  level: 'must',
  assumed: 'RFC 9110 §15.5.5; interface §Endpoints (a failure body for GET and DELETE)',
  statement: 'GET and DELETE of a job that was never created return 404, for an id in any form.',
  harm: 'A client with a wrong id polls forever for a job that does not exist.',
  provenBy: 'vid-unknown-200-null',
  operations: ['video-read', 'video-cancel'],
  settings: ['unknownVideoStatus'],
  probe: unknownJobs,
  *judge(series, expect) {
    yield* notRefused(series);

    const [, unknown] = series.exchanges;
    const status = unknown?.answer?.status ?? 0;
    const isRefused = unknown && isSettled(unknown) && status >= 400 && status < 500;
    // A server may treat such a path as another path and return the answer of that one.
    const plain = unknown && /\/[\w-]+$/.test(unknown.request.url);
    if (isRefused && plain && !expect.unknownVideoStatus.includes(status)) {
      const expected = `status ${expect.unknownVideoStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, where: 'status', exchange: unknown };
    }
  },
});

export const videoIdScopedToKey = seriesRule('video-id-scoped-to-key', {
  level: 'must',
  assumed: 'OWASP API Security 2023, API1 (broken object level authorization)',
  statement:
    'The API key of another tenant can neither read nor cancel a job, nor download its video, also on a connection of its owner.',
  harm: 'Anyone who guesses or finds an id could see or stop the videos of another tenant.',
  provenBy: 'vid-cross-tenant',
  operations: ['video-read', 'video-cancel'],
  needs: ['second-key'],
  settings: ['videoStates'],
  probe: jobOfAnotherTenant,
  *judge(series, expect) {
    need(madeJob(series, expect.videoStates)?.id, 'a created job');
    const [, ...others] = series.exchanges;
    const theirs = others.filter(
      (exchange) =>
        exchange.request.credential === 'second' &&
        exchange.answer?.status !== 401 &&
        (dispositionOf(exchange) !== 'unsettled' || isRedirect(exchange)),
    );
    need(theirs.length > 0, 'an answer to the other tenant with a valid key');

    for (const exchange of theirs) {
      if (dispositionOf(exchange) === 'refused') continue;
      const { method } = exchange.request;
      const expected = `4xx to ${method} by another tenant`;
      yield { expected, actual: `status ${exchange.answer?.status}`, exchange };
    }
    const ours = others.find(({ request }) => request.credential === 'first');
    const job = ours && jobIn(ours, expect.videoStates);
    if (job?.stage === 'cancelled') {
      yield { expected: 'a job that is not cancelled', actual: job.status, exchange: job.exchange };
    } else if (ours && job === undefined && dispositionOf(ours) === 'refused') {
      const actual = `status ${ours.answer?.status}`;
      yield { expected: 'a job that its owner can still read', actual, exchange: ours };
    }
  },
});

/** A redirect to a video gives it away. */
function isRedirect({ answer }: Exchange): boolean {
  return Math.floor((answer?.status ?? 0) / 100) === 3;
}

export const videoStatusKnown = jobRule('video-status-known', {
  level: 'should',
  assumed:
    'interface §States and transitions (queued); OpenAI OpenAPI 2.3.0, VideoStatus; ArcReel/ArcReel#410',
  statement: 'The status of a video job is one that clients know.',
  harm: 'Polling clients stop at a status that they do not know, or wait forever.',
  provenBy: 'vid-status-vendor',
  operations: ['video-create', 'video-read', 'video-cancel'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).filter(
      ({ status }) => typeof status === 'string',
    );
    need(jobs.length > 0, 'an answer with a status');

    const known = Object.values(expect.videoStates).flat();
    for (const { exchange, stage, status } of jobs) {
      if (stage !== undefined) continue;
      yield { expected: known.join(', '), actual: status, where: 'status', exchange };
    }
  },
});

const RANK: Readonly<Record<Stage, number>> = {
  waiting: 0,
  running: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};

export const videoStatusNeverBackwards = jobRule('video-status-never-backwards', {
  level: 'must',
  assumed: 'the state machine of a job; Open Responses specification, terminal status',
  statement:
    'The status of a job that is not cancelled goes from queued to running to one final status.',
  harm: 'A client acts when a job ends: it handles a job twice that runs or waits again.',
  provenBy: 'vid-status-regress',
  operations: ['video-create', 'video-read'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, expect) {
    const cancel = firstCancel(series);
    const jobs = jobsIn(series, expect.videoStates).flatMap(({ exchange, stage, status }) =>
      stage === undefined || (cancel !== undefined && !isAfter(cancel, exchange))
        ? []
        : [{ exchange, stage, status, rank: RANK[stage] }],
    );
    need(jobs.length > 1, 'two answers with a known status');

    for (const { exchange, stage, status, rank } of jobs) {
      const before = jobs.find(
        (earlier) =>
          isAfter(exchange, earlier.exchange) &&
          (earlier.rank > rank ||
            (rank === RANK.completed && earlier.rank === rank && earlier.stage !== stage)),
      );
      if (before === undefined) continue;
      const expected = `${before.status}, as before, or a later status`;
      yield { expected, actual: status, where: 'status', exchange };
    }
  },
});

export const videoTerminates = jobRule('video-terminates', {
  level: 'must',
  assumed: 'interface §What the service does (asynchronous job: create, poll, cancel)',
  statement: 'Every video job reaches a final status.',
  harm: 'A client waits, and shows a bar at 99 percent, until its user gives up.',
  provenBy: 'vid-stuck',
  operations: ['video-create', 'video-read'],
  settings: ['videoStates', 'videoDeadlineMs'],
  measuresTime: true,
  probe: followedJobs,
  *judge(series, expect) {
    const made = madeJob(series, expect.videoStates);
    need(made, 'a created job');
    const jobs = jobsIn(series, expect.videoStates);
    if (jobs.some(({ stage }) => isTerminal(stage))) return;

    const last = jobs.at(-1) ?? made;
    const waitedMs = last.exchange.timing.endMs - made.exchange.timing.sendMs;
    const { videoDeadlineMs } = expect;
    need(
      waitedMs >= videoDeadlineMs,
      `a read ${expect.videoDeadlineMs} ms after the job was created`,
    );
    const expected = `a final status within ${videoDeadlineMs} ms`;
    yield { expected, actual: last.status, where: 'status', exchange: last.exchange };
  },
});

export const videoProgressRange = jobRule('video-progress-range', {
  level: 'must',
  assumed:
    'interface §Video job (progress integer); OpenAI OpenAPI 2.3.0, VideoResource: "Approximate completion percentage"',
  statement: 'The progress of a job is an integer from 0 to 100, and 100 once it is completed.',
  harm: 'A progress bar passes its end or never reaches it; a client that expects integers rejects 42.5.',
  provenBy: 'vid-progress-float',
  operations: ['video-create', 'video-read', 'video-cancel'],
  settings: ['videoStates', 'progressMaximum'],
  probe: followedJobs,
  *judge(series, expect) {
    const maximum = expect.progressMaximum;
    const jobs = jobsIn(series, expect.videoStates).filter(({ json }) => json.progress != null);
    need(jobs.length > 0, 'an answer with progress');

    for (const { exchange, json, stage, text } of jobs) {
      const token = numberToken(text, ['progress']);
      const value = Number(token);
      const inRange = value >= 0 && value <= maximum;
      if (token === undefined || !denotesInteger(token) || !inRange) {
        const expected = `integer from 0 to ${maximum}`;
        yield { expected, actual: token ?? json.progress, where: 'progress', exchange };
      } else if (stage === 'completed' && value !== maximum) {
        const expected = `${maximum} when completed`;
        yield { expected, actual: token, where: 'progress', exchange };
      }
    }
  },
});

export const videoProgressMonotone = jobRule('video-progress-monotone', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, VideoResource: "Approximate completion percentage"',
  statement: 'The progress of a job never decreases, unless the job fails or is cancelled.',
  harm: 'A progress bar that jumps back, as with two replicas that disagree, looks like a fault to users.',
  provenBy: 'vid-progress-drops',
  operations: ['video-create', 'video-read'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).flatMap(
      ({ exchange, json: { progress }, stage }) =>
        typeof progress !== 'number' || stage === 'failed' || stage === 'cancelled'
          ? []
          : [{ exchange, progress }],
    );
    need(jobs.length > 1, 'two answers with progress');

    for (const { exchange, progress } of jobs) {
      const before = jobs.find(
        (earlier) => earlier.progress > progress && isAfter(exchange, earlier.exchange),
      );
      if (before === undefined) continue;
      const expected = `at least ${before.progress}, as before`;
      yield { expected, actual: progress, where: 'progress', exchange };
    }
  },
});

export const videoJobConstant = jobRule('video-job-constant', {
  level: 'should',
  assumed:
    'interface §Video job (id: job identifier; model used; creation time; completion time); one job is one resource',
  statement:
    'The id, object, model and created_at of a job are the same in every answer, from POST to the last read or DELETE, and its completed_at in every answer that has one.',
  harm: 'A client that stores jobs by these fields finds one job twice, or files it under another model.',
  provenBy: 'vid-model-changes',
  operations: ['video-read', 'video-cancel'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, { videoStates }) {
    const made = madeJob(series, videoStates);
    need(made, 'a created job');
    const later = jobsIn(series, videoStates).filter(({ exchange }) => exchange !== made.exchange);
    need(later.length > 0, 'a later answer with the job');
    const completed = jobsIn(series, videoStates).filter(
      ({ stage, json }) => stage === 'completed' && typeof json.completed_at === 'number',
    );
    for (const { exchange, json } of completed) {
      const [before, now] = [completed[0]?.json.completed_at, json.completed_at];
      if (before === now) continue;
      const expected = `${JSON.stringify(before)}, as in the first answer that has it`;
      yield { expected, actual: now, where: 'completed_at', exchange };
    }
    for (const { exchange, json } of later) {
      for (const where of ['id', 'object', 'model', 'created_at']) {
        const [before, now] = [made.json[where], json[where]];
        // The rules on shapes judge whether a field is present.
        if (before === undefined || (now ?? undefined) === undefined || before === now) continue;
        const expected = `${JSON.stringify(before)}, as in the answer to POST`;
        yield { expected, actual: now, where, exchange };
      }
    }
  },
});

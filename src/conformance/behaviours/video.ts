import { isTerminal, type JobView, jobIn, type VideoStates } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Observation } from '../behaviour.ts';
import type { Series } from '../evidence.ts';
import { firstCancel, jobsIn } from '../findings/job-course.ts';
import { everyOperation } from '../probes/answers.ts';
import { oddJobs } from '../probes/refused.ts';
import {
  cancelledJobs,
  deletedJob,
  failingJob,
  followedJobs,
  jobCancelledTwice,
  jobOfAnotherTenant,
} from '../probes/video.ts';
import { need } from '../rule.ts';
import {
  answersIn,
  BY_OPERATION,
  describeJson,
  failureWords,
  inSeries,
  type Observe,
  points,
  pointsOf,
  sequence,
  statusWords,
  withSecondKey,
} from './points.ts';
import { unknownJobs } from './refusals.ts';

const DELETE = 'Effect of DELETE on the status of the job: not shown.';
const STATUSES = 'Other status values: not shown. Transitions: not shown.';
const BOUNDS = 'Limits of n, duration, temperature and request sizes: not shown.';
const FILLED =
  'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.';

export const video = [
  ...unknownJobs,
  ...points(cancelledJobs, DELETE, {
    'cancel-at-once': [
      'What does DELETE do to a job that was just created?',
      ofJob(0, afterCancel),
    ],
    'cancel-running': [
      'What does DELETE do to a running job?',
      ofJob(1, (series, states) => {
        const cancel = firstCancel(series);
        const before = jobsIn(series, states).filter(
          ({ exchange }) => cancel !== undefined && exchange.id < cancel.id,
        );
        need(before.at(-1)?.stage === 'running', 'a job that is running when it is cancelled');
        return afterCancel(series, states);
      }),
    ],
  }),
  ...points(followedJobs, FILLED, {
    'cancel-completed': [
      'What does DELETE do to a job that has ended?',
      ofJob(-1, afterCancel),
      DELETE,
    ],
    'states-of-a-job': [
      'Which statuses does a video job go through, in which order?',
      ofViews((jobs) => sequence(jobs.map(({ status }) => describeJson(status)))),
      STATUSES,
    ],
    'video-completed-at': [
      'When is completed_at filled, and how?',
      ofViews(fillOf('completed_at')),
    ],
    'video-content-url': ['When is content_url filled, and how?', ofViews(fillOf('content_url'))],
    'video-error': ['What is the error of a successful job?', ofViews(fillOf('error'))],
    'video-progress': ['What are the unit and the range of progress?', ofViews(progressWords)],
  }),
  ...points(jobCancelledTwice, DELETE, {
    'cancel-twice': [
      'What does a second DELETE get?',
      ({ exchanges: [, before, exchange] }, { videoStates }) => {
        need(before && exchange, 'a created job');
        const [first, second] = [before, exchange].map((each) => deleteWords(each, videoStates));
        const isSame = second === first;
        const value = isSame ? `as the first: ${second}` : `${second}; the first got ${first}`;
        return [{ subject: '', value, exchange }];
      },
    ],
  }),
  ...points(deletedJob, DELETE, {
    'deleted-job-runs-on': [
      'Does a job run to its end after its DELETE?',
      ofJob(0, ({ exchanges }, states) => {
        const last = exchanges.at(-1);
        need(last?.operation === 'video-read', 'a job that is read after its DELETE');
        return [{ subject: '', value: runsOnWords(last, states), exchange: last }];
      }),
    ],
  }),
  ...points(jobOfAnotherTenant, 'Which keys may read a job: not shown.', {
    'job-seen-by-another-tenant': [
      'What does another tenant that reads or cancels our job get?',
      ({ exchanges }) => {
        const first = exchanges.slice(1, 3);
        const theirs = first.filter(({ request }) => request.credential === 'second');
        return answersIn(theirs, failureWords, BY_OPERATION);
      },
    ],
  }).map(withSecondKey),
  ...pointsOf('video-create', oddJobs, BOUNDS, {
    'odd-video-jobs': ['What do unusual fields of a video job get?', inSeries(statusWords)],
  }),
  ...points(failingJob, FILLED, {
    'video-failed-job': [
      'What does a failed video job look like?',
      ({ series }, { failingVideoModel, failingModel, videoStates }) => {
        need(
          failingVideoModel ?? modelFor(failingModel, 'video-create'),
          'a model that fails: set failingVideoModel in a profile',
        );
        const last = series.flatMap((each) => jobsIn(each, videoStates).slice(-1));
        return last.map(({ status, json, exchange }) => {
          const value = `${describeJson(status)}, error ${describeJson(json.error)}`;
          return { subject: '', value, exchange };
        });
      },
    ],
  }),
  ...pointsOf('video-create', everyOperation, STATUSES, {
    'video-first-status': [
      'Which status does a new video job have?',
      ({ exchanges }, { videoStates }) => {
        const created = exchanges.filter(({ operation }) => operation === 'video-create');
        return answersIn(created, (exchange) => {
          const job = jobIn(exchange, videoStates);
          return job && describeJson(job.status);
        });
      },
    ],
  }),
];

/** Observes the job that its probe created first, or after that. */
function ofJob(
  at: number,
  observe: (series: Series, states: VideoStates) => readonly Observation[],
): Observe {
  return ({ series }, { videoStates }) => {
    const one = series.at(at);
    return one === undefined ? [] : observe(one, videoStates);
  };
}

/** Observes all that was seen of the first job. */
function ofViews(words: (jobs: readonly JobView[]) => string): Observe {
  return ofJob(0, (series, states) => {
    const jobs = jobsIn(series, states);
    const last = jobs.at(-1);
    need(last?.id, 'a video job with an id');
    return [{ subject: '', value: words(jobs), exchange: last.exchange }];
  });
}

/** The range of a job's progress, and its steps. */
function progressWords(jobs: readonly JobView[]): string {
  const values = jobs.map(({ json }) => json.progress);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return describeJson(values.at(-1));
  const whole = numbers.every(Number.isInteger) ? 'whole numbers' : 'fractions';
  const between = numbers.some((value) => value !== numbers[0] && value !== numbers.at(-1));
  const steps = between ? 'with steps between' : 'without steps between';
  return `${whole} from ${Math.min(...numbers)} to ${Math.max(...numbers)}, ${steps}`;
}

/** In which statuses a field of a job is filled, and with what. */
function fillOf(name: string): (jobs: readonly JobView[]) => string {
  return (jobs) =>
    sequence(jobs.map(({ status, json }) => `${describeJson(status)}: ${fill(json[name])}`));
}

function fill(value: unknown): string {
  if (typeof value === 'number') return value < 1e11 ? 'seconds since 1970' : 'a larger number';
  if (typeof value !== 'string') return describeJson(value);
  if (/^https?:/.test(value)) return 'an absolute URL';
  return value.startsWith('/') ? 'a path' : 'a text';
}

/** The answer to the first DELETE, and the status of the job in later GETs. */
function afterCancel(series: Series, states: VideoStates): readonly Observation[] {
  const exchange = firstCancel(series);
  need(exchange, 'a created and cancelled job');
  const after = series.exchanges
    .filter(({ id, operation }) => operation === 'video-read' && id > exchange.id)
    .map((read) => {
      const job = jobIn(read, states);
      return job === undefined ? failureWords(read) : describeJson(job.status);
    });
  const then = after.length === 0 ? 'no GET' : sequence(after);
  return [{ subject: '', value: `${deleteWords(exchange, states)}; then GET: ${then}`, exchange }];
}

/** `200, "cancelled"`, or the failure. */
function deleteWords(exchange: Exchange, states: VideoStates): string {
  const job = jobIn(exchange, states);
  return job === undefined
    ? failureWords(exchange)
    : `${statusWords(exchange)}, ${describeJson(job.status)}`;
}

/** Whether a deleted job ends as if it had not been deleted. */
function runsOnWords(read: Exchange, states: VideoStates): string {
  const job = jobIn(read, states);
  if (job === undefined) return `GET does not show it: ${failureWords(read)}`;
  const ended = isTerminal(job.stage) ? 'yes' : 'the job has not ended';
  return `${job.stage === 'cancelled' ? 'no' : ended}: ${describeJson(job.status)}`;
}

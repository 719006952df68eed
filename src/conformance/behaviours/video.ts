import { jobIn } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Behaviour } from '../behaviour.ts';
import { firstCancel, jobsIn } from '../findings/job-course.ts';
import {
  afterCancel,
  deleteWords,
  fillOf,
  progressSeen,
  runsOn,
} from '../observations/job-observations.ts';
import {
  byOperation,
  describeJson,
  failureWords,
  ofEach,
  sequence,
  statusWords,
} from '../observations/observation-words.ts';
import { refusal } from '../observations/refusal.ts';
import { oddJobs } from '../probes/bad-fields.ts';
import { deletedJob } from '../probes/deleted-job.ts';
import { everyOperation } from '../probes/unspecified.ts';
import {
  cancelledJobs,
  failingJob,
  followedJobs,
  jobCancelledTwice,
  jobOfAnotherTenant,
} from '../probes/video.ts';
import { need } from '../rule.ts';

export const video: readonly Behaviour[] = [
  {
    id: 'cancel-at-once',
    question: 'What does DELETE do to a job that was just created?',
    silence: 'Effect of DELETE on the status of the job: not shown.',
    probe: cancelledJobs,
    observe: ({ series }, { videoStates }) =>
      series.slice(0, 1).flatMap((each) => afterCancel(each, videoStates)),
  },
  {
    id: 'cancel-completed',
    question: 'What does DELETE do to a job that has ended?',
    silence: 'Effect of DELETE on the status of the job: not shown.',
    probe: followedJobs,
    observe: ({ series }, { videoStates }) =>
      series.slice(1, 2).flatMap((each) => afterCancel(each, videoStates)),
  },
  refusal('cancel-of-unknown-job', 'a cancel of an unknown job', {
    question: 'What does a DELETE of an unknown job get?',
    silence: 'Effect of DELETE on the status of the job: not shown.',
    operation: 'video-cancel',
  }),
  {
    id: 'cancel-running',
    question: 'What does DELETE do to a running job?',
    silence: 'Effect of DELETE on the status of the job: not shown.',
    probe: cancelledJobs,

    observe({ series }, { videoStates }) {
      return series.slice(1, 2).flatMap((each) => {
        const cancelled = firstCancel(each);
        const before = jobsIn(each, videoStates).filter(
          ({ exchange }) => cancelled !== undefined && exchange.id < cancelled.id,
        );
        need(before.at(-1)?.stage === 'running', 'a job that is running when it is cancelled');
        return afterCancel(each, videoStates);
      });
    },
  },
  {
    id: 'cancel-twice',
    question: 'What does a second DELETE get?',
    silence: 'Effect of DELETE on the status of the job: not shown.',
    probe: jobCancelledTwice,

    observe({ exchanges }, { videoStates }) {
      const [, before, exchange] = exchanges;
      need(before && exchange, 'a created job');
      const [first, second] = [before, exchange].map((each) => deleteWords(each, videoStates));
      const value =
        second === first ? `as the first: ${second}` : `${second}; the first got ${first}`;
      return [{ subject: '', value, exchange }];
    },
  },
  {
    id: 'deleted-job-runs-on',
    question: 'Does a job run to its end after its DELETE?',
    silence: 'Effect of DELETE on the status of the job: not shown.',
    probe: deletedJob,
    observe: ({ series }, { videoStates }) => series.flatMap((each) => runsOn(each, videoStates)),
  },
  {
    id: 'job-seen-by-another-tenant',
    question: 'What does another tenant that reads or cancels our job get?',
    silence: 'Which keys may read a job: not shown.',
    secondKey: true,
    probe: jobOfAnotherTenant,
    observe: ({ exchanges }) => byOperation(exchanges.slice(1, 3), failureWords),
  },
  {
    id: 'odd-video-jobs',
    question: 'What do unusual fields of a video job get?',
    silence: 'Limits of n, duration, temperature and request sizes: not shown.',
    operation: 'video-create',
    probe: oddJobs,
    observe: ofEach(statusWords),
  },
  refusal('read-of-unknown-job', 'a read of an unknown job', {
    question: 'What does a read of an unknown job get?',
    operation: 'video-read',
  }),
  {
    id: 'states-of-a-job',
    question: 'Which statuses does a video job go through, in which order?',
    silence: 'Other status values: not shown. Transitions: not shown.',
    probe: followedJobs,

    observe({ series }, { videoStates }) {
      return series.slice(0, 1).flatMap((each) => {
        const jobs = jobsIn(each, videoStates);
        const last = jobs.at(-1);
        need(last?.id, 'a video job with an id');
        return [
          {
            subject: '',
            value: sequence(jobs.map(({ status }) => describeJson(status))),
            exchange: last.exchange,
          },
        ];
      });
    },
  },
  {
    id: 'video-completed-at',
    question: 'When is completed_at filled, and how?',
    silence:
      'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
    probe: followedJobs,
    observe: ({ series }, { videoStates }) =>
      series.slice(0, 1).flatMap((each) => fillOf('completed_at', jobsIn(each, videoStates))),
  },
  {
    id: 'video-content-url',
    question: 'When is content_url filled, and how?',
    silence:
      'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
    probe: followedJobs,
    observe: ({ series }, { videoStates }) =>
      series.slice(0, 1).flatMap((each) => fillOf('content_url', jobsIn(each, videoStates))),
  },
  {
    id: 'video-error',
    question: 'What is the error of a successful job?',
    silence:
      'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
    probe: followedJobs,
    observe: ({ series }, { videoStates }) =>
      series.slice(0, 1).flatMap((each) => fillOf('error', jobsIn(each, videoStates))),
  },
  {
    id: 'video-failed-job',
    question: 'What does a failed video job look like?',
    silence:
      'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
    probe: failingJob,

    observe({ series }, expect) {
      need(
        expect.failingVideoModel ?? modelFor(expect.failingModel, 'video-create'),
        'a model that fails: set failingVideoModel in a profile',
      );
      return series.flatMap((each) => {
        const last = jobsIn(each, expect.videoStates).at(-1);
        if (last === undefined) return [];
        const { status, json, exchange } = last;
        return [
          {
            subject: '',
            value: `${describeJson(status)}, error ${describeJson(json.error)}`,
            exchange,
          },
        ];
      });
    },
  },
  {
    id: 'video-first-status',
    question: 'Which status does a new video job have?',
    silence: 'Other status values: not shown. Transitions: not shown.',
    operation: 'video-create',
    probe: everyOperation,

    observe({ exchanges }, { videoStates }) {
      return exchanges.flatMap((exchange) => {
        if (exchange.operation !== 'video-create') return [];
        const job = jobIn(exchange, videoStates);
        return job === undefined
          ? []
          : [{ subject: '', value: describeJson(job.status), exchange }];
      });
    },
  },
  {
    id: 'video-progress',
    question: 'What are the unit and the range of progress?',
    silence:
      'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
    probe: followedJobs,
    observe: ({ series }, { videoStates }) =>
      series.slice(0, 1).flatMap((each) => progressSeen(jobsIn(each, videoStates))),
  },
];

import { isDeepStrictEqual } from 'node:util';
import { describeOutcome } from '../../../answers/narrow.ts';
import {
  isAfter,
  isTerminal,
  type JobView,
  jobIn,
  type Stage,
  type VideoStates,
} from '../../../answers/video-jobs.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { jobRule, seriesRule } from '../../declare.ts';
import type { Expectations } from '../../expectations.ts';
import { dispositionOf, isAccepted, isSettled } from '../../findings/acceptance.ts';
import {
  courseOf,
  decidingCancel,
  firstCancel,
  jobsIn,
  madeJob,
  needUnfinished,
  reportedEnd,
} from '../../findings/job-course.ts';
import {
  cancelledJobs,
  followedJobs,
  jobCancelledTwice,
  jobsCancelledAtOnce,
} from '../../probes/video.ts';
import { cancelsAtTheEnd } from '../../probes/video-races.ts';
import { appliesTo, type Finding, need } from '../../rule.ts';

export const videoDeleteCancels = jobRule('video-delete-cancels', {
  level: 'must',
  assumed:
    'interface §Endpoints, rule 2 ("cancelled with DELETE /videos/{id}"); its effect on the status is not shown',
  statement: 'DELETE stops an unfinished job: the job is soon cancelled and never completes.',
  harm: 'A job that continues after its DELETE costs money, although the client no longer waits for it.',
  provenBy: 'vid-delete-ignored',
  operations: ['video-cancel', 'video-read'],
  settings: ['videoStates', 'cancelDeadlineMs'],
  measuresTime: true,
  probe: cancelledJobs,
  *judge(series, expect) {
    const cancel = decidingCancel(series);
    need(cancel, 'a DELETE');
    const isTaken = dispositionOf(cancel) === 'accepted';
    needUnfinished(isTaken, 'a DELETE that is accepted', series, expect);
    const jobs = jobsIn(series, expect.videoStates);
    const ended = jobs.some(
      ({ exchange, stage }) => isTerminal(stage) && isAfter(cancel, exchange),
    );
    const later = jobs.filter(({ exchange }) => isAfter(exchange, cancel));
    // The job may have ended before the DELETE arrived.
    const atCancel = jobIn(cancel, expect.videoStates)?.stage ?? later[0]?.stage;
    const wasUnfinished = !ended && atCancel !== 'completed' && atCancel !== 'failed';
    needUnfinished(wasUnfinished, 'an unfinished job', series, expect);

    const completed = later.find(({ stage }) => stage === 'completed');
    if (completed !== undefined) {
      const { exchange, status } = completed;
      yield { expected: 'cancelled, and never completed', actual: status, exchange };
      return;
    }
    const last = courseOf(series).findLast((exchange) => isAfter(exchange, cancel));
    need(last && dispositionOf(last) !== 'unsettled', 'a read after the DELETE');
    const job = jobIn(last, expect.videoStates);
    if (job?.stage !== 'waiting' && job?.stage !== 'running') return;
    const waitedMs = last.timing.sendMs - cancel.timing.endMs;
    need(
      waitedMs >= expect.cancelDeadlineMs,
      `a read ${expect.cancelDeadlineMs} ms after the DELETE`,
    );
    const expected = `cancelled within ${expect.cancelDeadlineMs} ms`;
    yield { expected, actual: job.status, where: 'status', exchange: last };
  },
});

export const videoDeleteReturnsJob = jobRule('video-delete-returns-job', {
  level: 'must',
  stated:
    'interface §Endpoints: "DELETE | /videos/{id} | No body. Path parameter id as above. Cancels the job | Video job"',
  statement: 'DELETE /videos/{id} of an unfinished job returns 2xx with that video job.',
  harm: 'A client reads in this answer whether its job was stopped, or had already ended and been billed.',
  provenBy: 'vid-delete-204',
  operations: ['video-cancel'],
  settings: ['videoStates', 'cancelRefusalStatus', 'cancelDeadlineMs'],
  probe: cancelledJobs,
  *judge(series, expect) {
    const cancel = decidingCancel(series);
    const made = madeJob(series, expect.videoStates);
    need(made?.id && cancel && dispositionOf(cancel) !== 'unsettled', 'a DELETE with an answer');
    const mayEnd = mayHaveEnded(cancel, jobsIn(series, expect.videoStates), expect);
    const isOfUnfinished = dispositionOf(cancel) === 'accepted' || !mayEnd;
    needUnfinished(isOfUnfinished, 'a DELETE of an unfinished job', series, expect);

    const job = jobIn(cancel, expect.videoStates);
    if (job === undefined) {
      const actual = describeOutcome(cancel);
      yield { expected: '2xx with the video job', actual, exchange: cancel };
      return;
    }
    for (const found of contradictions(VideoJobSchema, job.json)) {
      yield { ...found, exchange: cancel };
    }
    if (job.id !== undefined && job.id !== made.id) {
      yield { expected: made.id, actual: job.id, where: 'id', exchange: cancel };
    }
  },
});

/**
 * Whether the job was over when its DELETE was refused, as far as reads show. It may end between a
 * read and the DELETE: a conflict says so, unless much later reads deny it. Other refusals say
 * so only if the next read agrees.
 */
function mayHaveEnded(
  cancel: Exchange,
  views: readonly JobView[],
  expect: Pick<Expectations, 'cancelDeadlineMs' | 'cancelRefusalStatus'>,
): boolean {
  const status = cancel.answer?.status ?? 0;
  const lateMs = cancel.timing.endMs + expect.cancelDeadlineMs;
  const next = views.find(({ exchange }) => isAfter(exchange, cancel));
  const ended = views.some(({ exchange, stage }) => isTerminal(stage) && isAfter(cancel, exchange));
  const runsOn = views.some(
    ({ exchange, stage }) => isUnfinished(stage) && exchange.timing.sendMs > lateMs,
  );
  if (ended || !expect.cancelRefusalStatus.includes(status)) return ended;
  return status === 409 ? !runsOn : isTerminal(next?.stage);
}

function isUnfinished(stage: Stage | undefined): boolean {
  return stage === 'waiting' || stage === 'running';
}

export const videoPollAfterCancel = jobRule('video-poll-after-cancel', {
  level: 'must',
  assumed:
    'consistency of reads; OpenAI OpenAPI 2.3.0, DeletedVideoResource, for the alternative of 404',
  statement: 'A cancelled or removed job stays so in every later read.',
  harm: 'If a cancelled job seems to run again, a client cancels it again, or waits for it.',
  provenBy: 'vid-zombie',
  operations: ['video-cancel', 'video-read'],
  settings: ['videoStates'],
  probe: cancelledJobs,
  *judge(series, expect) {
    const cancel = firstCancel(series);
    need(cancel, 'a cancelled job');
    // A second DELETE may rightly get the status for nothing to cancel.
    const later = series.exchanges.filter(
      (exchange) => exchange.operation === 'video-read' && isAfter(exchange, cancel),
    );
    const gone = later.find(isGone);
    const cancelled = jobsIn(series, expect.videoStates).find(
      ({ stage }) => stage === 'cancelled',
    )?.exchange;
    const settled = later.filter(
      (exchange) =>
        dispositionOf(exchange) !== 'unsettled' &&
        [gone, cancelled].some((end) => end !== undefined && isAfter(exchange, end)),
    );
    const what = 'a read after one that shows the job as cancelled or removed';
    needUnfinished(settled.length > 0, what, series, expect);

    for (const exchange of settled) {
      if (isGone(exchange)) continue;
      const actual =
        jobIn(exchange, expect.videoStates)?.status ?? `status ${exchange.answer?.status}`;
      if (gone !== undefined && isAfter(exchange, gone)) {
        yield { expected: `status ${gone.answer?.status}, as before`, actual, exchange };
      } else if (jobIn(exchange, expect.videoStates)?.stage !== 'cancelled') {
        yield { expected: 'cancelled, as before', actual, exchange };
      }
    }
  },
});

function isGone({ outcome, answer }: Exchange): boolean {
  return outcome === 'answered' && (answer?.status === 404 || answer?.status === 410);
}

export const videoDeleteTwice = seriesRule('video-delete-twice', {
  level: 'must',
  assumed: 'RFC 9110 §9.2.2 (DELETE is idempotent)',
  statement:
    'A second DELETE returns the cancelled job again, or the status for nothing to cancel.',
  harm: 'A client that lost the answer to its DELETE sends it again: a refusal looks like a failed cancel.',
  provenBy: 'vid-second-delete-500',
  operations: ['video-cancel'],
  settings: ['videoStates', 'cancelRefusalStatus'],
  probe: jobCancelledTwice,
  *judge(series, expect) {
    const [, first, second] = series.exchanges;
    need(first, 'a DELETE');
    const isFirstAccepted = dispositionOf(first) === 'accepted';
    needUnfinished(isFirstAccepted, 'a DELETE that is accepted', series, expect);
    need(second && isSettled(second), 'an answer to the second DELETE');

    const status = second.answer?.status ?? 0;
    const [before, now] = [jobIn(first, expect.videoStates), jobIn(second, expect.videoStates)];
    if (!isAccepted(second) && !expect.cancelRefusalStatus.includes(status)) {
      const expected = `the cancelled job, or ${expect.cancelRefusalStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, exchange: second };
    } else if (before?.id !== undefined && now?.id !== undefined && now.id !== before.id) {
      yield { expected: before.id, actual: now.id, where: 'id', exchange: second };
    } else if (before?.stage === 'cancelled' && now?.stage && now.stage !== 'cancelled') {
      const expected = `${before.status}, as before`;
      yield { expected, actual: now.status, where: 'status', exchange: second };
    }
  },
});

export const videoDeleteConcurrent = seriesRule('video-delete-concurrent', {
  level: 'must',
  assumed: 'RFC 9110 §9.2.2 (DELETE is idempotent)',
  statement:
    'Concurrent DELETEs leave one cancelled job: one returns 2xx, the others 2xx or the status for nothing to cancel, and all show the same job and final status.',
  harm: 'If two windows of a user cancel a job at once and one fails, the user does not know whether it is cancelled.',
  provenBy: 'vid-delete-race',
  operations: ['video-cancel'],
  settings: ['videoStates', 'cancelRefusalStatus'],
  probe: jobsCancelledAtOnce,
  *judge({ exchanges }, expect) {
    const cancels = exchanges.filter(
      (exchange) => exchange.operation === 'video-cancel' && isSettled(exchange),
    );
    need(cancels.length > 1, 'two DELETEs with answers');

    for (const exchange of cancels) {
      const { status = 0 } = exchange.answer ?? {};
      if (isAccepted(exchange) || expect.cancelRefusalStatus.includes(status)) continue;
      const expected = `2xx, or ${expect.cancelRefusalStatus.join(' or ')}, for each DELETE`;
      yield { expected, actual: `status ${status}`, exchange };
    }
    yield* otherJobs(exchanges, cancels, expect.videoStates);
    yield* otherEnds(exchanges, expect.videoStates);
    if (!cancels.some(isAccepted)) yield* noneAccepted(exchanges, expect.videoStates);
  },
});

/** All may be refused only if the job has ended without them, as a later read shows. */
function* noneAccepted(exchanges: readonly Exchange[], states: VideoStates): Iterable<Finding> {
  const later = exchanges.findLast(({ operation }) => operation === 'video-read');
  need(later && isSettled(later), 'a read after all DELETEs were refused');
  const job = jobIn(later, states);
  if (job?.stage === 'completed' || job?.stage === 'failed') return;
  const actual = `none, then ${job?.status ?? describeOutcome(later)}`;
  yield { expected: '2xx for one DELETE of an unfinished job', actual, exchange: later };
}

function* otherJobs(
  [created]: readonly Exchange[],
  cancels: readonly Exchange[],
  states: VideoStates,
): Iterable<Finding> {
  const made = created && jobIn(created, states)?.id;
  for (const { exchange, id } of cancels.flatMap((each) => jobIn(each, states) ?? [])) {
    if (made === undefined || id === undefined || id === made) continue;
    yield { expected: made, actual: id, where: 'id', exchange };
  }
}

/** In the answers to the DELETEs and to later reads. */
function* otherEnds([, ...answers]: readonly Exchange[], states: VideoStates): Iterable<Finding> {
  const [first, ...others] = answers
    .flatMap((exchange) => jobIn(exchange, states) ?? [])
    .filter(({ stage }) => isTerminal(stage));
  for (const { exchange, json, status } of others) {
    for (const where of ['status', 'completed_at']) {
      const [wanted, actual] = [first?.json[where], json[where]];
      if (actual === wanted || (where === 'completed_at' && status !== first?.status)) continue;
      yield { expected: `${String(wanted)}, as in another answer`, actual, where, exchange };
    }
  }
}

export const videoDeleteAfterCompleted = jobRule('video-delete-after-completed', {
  level: 'must',
  assumed: 'the state machine of a job: a final status does not change',
  statement:
    'DELETE of a completed job returns 2xx, or the status for nothing to cancel. It keeps the status and completed_at, or removes the job.',
  harm: 'A client discards a finished video that is marked as cancelled, although it was paid for.',
  provenBy: 'vid-cancel-overwrites-completed',
  operations: ['video-cancel', 'video-read'],
  settings: ['videoStates', 'cancelRefusalStatus'],
  probe: followedJobs,
  *judge(series, expect) {
    const cancel = firstCancel(series);
    appliesTo(cancel, 'a job with a DELETE');
    const completed = jobsIn(series, expect.videoStates).find(
      ({ exchange, stage }) => stage === 'completed' && cancel && isAfter(cancel, exchange),
    );
    need(completed, 'a DELETE of a completed job');
    need(isSettled(cancel), 'an answer to the DELETE');

    const { status = 0 } = cancel.answer ?? {};
    if (!isAccepted(cancel) && !expect.cancelRefusalStatus.includes(status)) {
      const expected = `2xx, or ${expect.cancelRefusalStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, exchange: cancel };
    }
    for (const exchange of courseOf(series)) {
      const job =
        exchange === cancel || isAfter(exchange, cancel)
          ? jobIn(exchange, expect.videoStates)
          : undefined;
      if (job === undefined && exchange !== cancel) yield* neitherThereNorGone(exchange);
      // An answer without a status reports the removal, not the job.
      if (job === undefined || typeof job.status !== 'string') continue;
      for (const where of ['status', 'completed_at']) {
        const [before, now] = [completed.json[where], job.json[where]];
        if (isDeepStrictEqual(before, now)) continue;
        yield { expected: `${JSON.stringify(before)}, as before`, actual: now, where, exchange };
      }
    }
  },
});

/**
 * A read that is refused with another status than 404 or 410 shows neither the job nor its
 * removal.
 */
function* neitherThereNorGone(exchange: Exchange): Iterable<Finding> {
  const { operation, answer } = exchange;
  const isRead = operation === 'video-read' && dispositionOf(exchange) === 'refused';
  if (!isRead || answer?.status === 404 || answer?.status === 410) return;
  yield {
    expected: 'the job as before, or 404 or 410',
    actual: `status ${answer?.status}`,
    exchange,
  };
}

export const videoCancelCompleteRace = seriesRule('video-cancel-complete-race', {
  level: 'must',
  assumed: 'the state machine of a job; unslothai/unsloth#9891, review',
  statement:
    'If DELETE arrives as a job ends, its answer and every later read show the same final status.',
  harm: 'A client that got a cancelled job expects no video, and is then billed for one.',
  provenBy: 'vid-split-verdict',
  operations: ['video-cancel', 'video-read'],
  settings: ['videoStates'],
  probe: cancelsAtTheEnd,
  *judge({ exchanges }, expect) {
    const ends = exchanges
      .filter(({ operation }) => operation === 'video-cancel')
      .map((cancel) => {
        const reads = exchanges.filter(
          ({ group, operation }) => operation === 'video-read' && group?.id === cancel.group?.id,
        );
        return { reported: reportedEnd(cancel, expect.videoStates), reads };
      });

    for (const { reported, reads } of ends) {
      for (const exchange of reads) {
        const job = jobIn(exchange, expect.videoStates);
        if (reported === undefined || !isTerminal(job?.stage) || job?.stage === reported) continue;
        yield {
          expected: `${reported}, as in the answer to DELETE`,
          actual: job?.status,
          where: 'status',
          exchange,
        };
      }
    }
    const reported = new Set(ends.map((end) => end.reported));
    need(
      reported.has('completed') && reported.has('cancelled'),
      'a job that ended before its DELETE and one that ended after it',
    );
  },
});

import {
  isAfter,
  isTerminal,
  type JobView,
  jobIn,
  type Stage,
  type VideoStates,
} from '../../answers/video-jobs.ts';
import { type Exchange, idempotencyKeyOf } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { Expectations } from '../expectations.ts';
import { need, needSeen } from '../rule.ts';
import { dispositionOf } from './acceptance.ts';

/**
 * The exchanges of a job except for its retried POSTs: their answer may be a stored copy of the
 * first, which does not show how the job goes on.
 * @throws Unverifiable when two requests were given the id: what one read shows may be either job
 */
export function courseOf(series: Series): readonly Exchange[] {
  const created = creationOf(series);
  return series.exchanges.filter(
    (exchange) => exchange.operation !== 'video-create' || exchange === created,
  );
}

/**
 * The job in each answer of its course that holds one, in the order sent.
 * @throws Unverifiable as `courseOf`
 */
export function jobsIn(series: Series, states: VideoStates): readonly JobView[] {
  // The content behind content_url is not a job, whatever it looks like.
  const ofJob = courseOf(series).filter(({ operation }) => operation !== 'other');
  return ofJob.flatMap((exchange) => jobIn(exchange, states) ?? []);
}

/**
 * The job as its POST answered; undefined when that made none.
 * @throws Unverifiable as `courseOf`
 */
export function madeJob(series: Series, states: VideoStates): JobView | undefined {
  const created = creationOf(series);
  return created && jobIn(created, states);
}

/** The POST that the series begins with. Others are its retries, under the same Idempotency-Key. */
function creationOf({ exchanges }: Series): Exchange | undefined {
  const [created, ...others] = exchanges;
  if (created?.operation !== 'video-create') return undefined;
  const key = idempotencyKeyOf(created);
  const isAnother = (other: Exchange) =>
    other.operation === 'video-create' && (key === undefined || idempotencyKeyOf(other) !== key);
  need(!others.some(isAnother), 'an id that one job has alone', 'video-job-ids-unique');
  return created;
}

/**
 * Whether the job had completed before it was first read or cancelled. It may be queued in the answer that
 * creates it. One that could be cancelled had not ended, and nor perhaps has one of an unknown status.
 */
export function endedAtOnce(series: Series, states: VideoStates): boolean {
  const jobs = jobsIn(series, states);
  const isOver = ({ stage }: JobView) => stage === 'completed' || stage === 'failed';
  return (
    jobs.some(({ stage }) => stage === 'completed') &&
    jobs.every((job) => isOver(job) || job.exchange.operation === 'video-create')
  );
}

/** States what only an unfinished job shows. A gateway whose jobs end immediately need never show it. */
export function needUnfinished(
  condition: boolean,
  what: string,
  series: Series,
  { videoStates }: Pick<Expectations, 'videoStates'>,
): void {
  if (condition) return;
  if (endedAtOnce(series, videoStates)) needSeen(false, 'an unfinished job');
  else need(false, what);
}

/** The first DELETE of a series; undefined when the job was not cancelled. */
export function firstCancel({ exchanges }: Series): Exchange | undefined {
  return exchanges.find(({ operation }) => operation === 'video-cancel');
}

/**
 * The DELETE that decided how the job ended: the first, or of several that crossed the one
 * that was accepted first. The order sent does not show which of those the gateway handled first.
 */
export function decidingCancel(series: Series): Exchange | undefined {
  const first = firstCancel(series);
  if (first === undefined || dispositionOf(first) === 'accepted') return first;
  const crossed = series.exchanges.filter(
    (exchange) =>
      exchange.operation === 'video-cancel' &&
      !isAfter(exchange, first) &&
      dispositionOf(exchange) === 'accepted',
  );
  return crossed.toSorted((one, other) => one.timing.endMs - other.timing.endMs)[0] ?? first;
}

/** The end of a job that the answer to a DELETE reports: a conflict means that it had completed. */
export function reportedEnd(cancel: Exchange, states: VideoStates): Stage | undefined {
  if (dispositionOf(cancel) === 'refused') {
    return cancel.answer?.status === 409 ? 'completed' : undefined;
  }
  const stage = jobIn(cancel, states)?.stage;
  return isTerminal(stage) ? stage : undefined;
}

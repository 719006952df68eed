import { Narrowing } from '../conformance/evidence.ts';
import type { Expectations } from '../conformance/expectations.ts';
import { reception } from '../conformance/findings/reception.ts';
import { need, type Series } from '../conformance/rule.ts';
import { type Exchange, header } from '../exchange/exchange.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** The words of a target for each stage of a job. */
export type VideoStates = Expectations['videoStates'];

/** What a job's status means. */
export type Stage = keyof VideoStates;

/** A whole 2xx answer that holds a video job, read without demanding its shape. */
export interface JobView {
  readonly exchange: Exchange;
  readonly id: string | undefined;
  readonly json: JsonObject;
  /** As it stood on the wire. */
  readonly text: string;
  readonly status: unknown;
  /** Undefined for a status that the target is not known to have. */
  readonly stage: Stage | undefined;
}

const NARROWING = new Narrowing();
const STAGES = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

/** The job in an answer; undefined when it is no 2xx answer with a JSON object. */
export function jobIn(exchange: Exchange, states: VideoStates): JobView | undefined {
  const answer = NARROWING.narrow('answer', exchange);
  if (!isJsonObject(answer?.json)) return undefined;
  const { json, text } = answer;
  const { status } = json;
  const id = typeof json.id === 'string' && json.id !== '' ? json.id : undefined;
  const stage = STAGES.find((name) => states[name].some((state) => state === status));
  return { exchange, id, json, text, status, stage };
}

/**
 * The exchanges of a job but for its retried POSTs: their answer may be the first one kept, so it
 * tells nothing of how the job goes on.
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
  // What content_url led to is no job, whatever it looks like.
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
  const key = keyOf(created);
  const isAnother = (other: Exchange) =>
    other.operation === 'video-create' && (key === undefined || keyOf(other) !== key);
  need(!others.some(isAnother), 'an id that one job has alone', 'video-job-ids-unique');
  return created;
}

function keyOf({ request }: Exchange): string | undefined {
  return header(request.headers, 'idempotency-key');
}

export function isTerminal(stage: Stage | undefined): boolean {
  return stage === 'completed' || stage === 'failed' || stage === 'cancelled';
}

/** The first DELETE of a series; undefined when the job was not cancelled. */
export function firstCancel({ exchanges }: Series): Exchange | undefined {
  return exchanges.find(({ operation }) => operation === 'video-cancel');
}

/**
 * The DELETE that decided what became of the job: the first, or of several that crossed the one
 * that was accepted first. Which of those the gateway met first, the order sent does not say.
 */
export function decidingCancel(series: Series): Exchange | undefined {
  const first = firstCancel(series);
  if (first === undefined || reception(first) === 'accepted') return first;
  const crossed = series.exchanges.filter(
    (exchange) =>
      exchange.operation === 'video-cancel' &&
      !isAfter(exchange, first) &&
      reception(exchange) === 'accepted',
  );
  return crossed.toSorted((one, other) => one.timing.endMs - other.timing.endMs)[0] ?? first;
}

/** Whether `later` was surely decided after `earlier`: sent when that one had ended. */
export function isAfter(later: Exchange, earlier: Exchange): boolean {
  return later.timing.sendMs >= earlier.timing.endMs;
}

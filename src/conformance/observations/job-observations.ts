import {
  isTerminal,
  type JobView,
  jobIn,
  type Stage,
  type VideoStates,
} from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Observation } from '../behaviour.ts';
import type { Series } from '../evidence.ts';
import { firstCancel } from '../findings/job-course.ts';
import { need } from '../rule.ts';
import { describeJson, failureWords, sequence, statusWords } from './observation-words.ts';

/** The range of a job's progress, and its steps. */
export function progressSeen(jobs: readonly JobView[]): readonly Observation[] {
  const last = jobs.at(-1);
  need(last?.id, 'a video job with an id');
  const values = jobs.map(({ json }) => json.progress);
  const numbers = values.filter((value) => typeof value === 'number');
  const { exchange } = last;
  if (numbers.length === 0) return [{ subject: '', value: describeJson(values.at(-1)), exchange }];
  const whole = numbers.every(Number.isInteger) ? 'whole numbers' : 'fractions';
  const between = numbers.some((value) => value !== numbers[0] && value !== numbers.at(-1));
  const steps = between ? 'with steps between' : 'without steps between';
  const value = `${whole} from ${Math.min(...numbers)} to ${Math.max(...numbers)}, ${steps}`;
  return [{ subject: '', value, exchange }];
}

/** In which statuses a field of a job is filled, and with what. */
export function fillOf(name: string, jobs: readonly JobView[]): readonly Observation[] {
  const last = jobs.at(-1);
  need(last?.id, 'a video job with an id');
  const row = jobs.map(({ status, json }) => `${describeJson(status)}: ${fill(json[name])}`);
  return [{ subject: '', value: sequence(row), exchange: last.exchange }];
}

function fill(value: unknown): string {
  if (typeof value === 'number') return value < 1e11 ? 'seconds since 1970' : 'a larger number';
  if (typeof value !== 'string') return describeJson(value);
  if (/^https?:/.test(value)) return 'an absolute URL';
  return value.startsWith('/') ? 'a path' : 'a text';
}

/** The answer to the first DELETE, and the status of the job in later GETs. */
export function afterCancel(series: Series, states: VideoStates): readonly Observation[] {
  const exchange = firstCancel(series);
  need(exchange, 'a created and cancelled job');
  const reads = series.exchanges.filter(
    ({ id, operation }) => operation === 'video-read' && id > exchange.id,
  );
  const after = reads.map((read) => jobWords(read, states));
  const then = after.length === 0 ? 'no GET' : sequence(after);
  return [{ subject: '', value: `${deleteWords(exchange, states)}; then GET: ${then}`, exchange }];
}

/** `200, "cancelled"`, or the failure. */
export function deleteWords(exchange: Exchange, states: VideoStates): string {
  const job = jobIn(exchange, states);
  return job === undefined
    ? failureWords(exchange)
    : `${statusWords(exchange)}, ${describeJson(job.status)}`;
}

function jobWords(exchange: Exchange, states: VideoStates): string {
  const job = jobIn(exchange, states);
  return job === undefined ? failureWords(exchange) : describeJson(job.status);
}

/** Whether a deleted job ends as if it had not been deleted. */
export function runsOn({ exchanges }: Series, states: VideoStates): readonly Observation[] {
  const last = exchanges.at(-1);
  need(last?.operation === 'video-read', 'a job that is read after its DELETE');
  const job = jobIn(last, states);
  const value =
    job === undefined
      ? `GET does not show it: ${failureWords(last)}`
      : `${endWords(job.stage)}: ${describeJson(job.status)}`;
  return [{ subject: '', value, exchange: last }];
}

function endWords(stage: Stage | undefined): string {
  if (stage === 'cancelled') return 'no';
  return isTerminal(stage) ? 'yes' : 'the job has not ended';
}

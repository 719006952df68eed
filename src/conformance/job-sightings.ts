import type { Sighting } from './behaviour.ts';
import { need, type Series } from './rule.ts';
import { failureWords, inRow, statusWords, word } from './sightings.ts';
import { firstCancel, type JobView, jobIn, jobsIn, type VideoStates } from './video-jobs.ts';

/** From where to where the progress of a job goes, and in what steps. */
export function progressSeen(jobs: readonly JobView[]): readonly Sighting[] {
  const last = jobs.at(-1);
  need(last?.id, 'a video job with an id');
  const values = jobs.map(({ json }) => json.progress);
  const numbers = values.filter((value) => typeof value === 'number');
  const { exchange } = last;
  if (numbers.length === 0) return [{ of: '', saw: word(values.at(-1)), exchange }];
  const whole = numbers.every(Number.isInteger) ? 'whole numbers' : 'fractions';
  const between = numbers.some((value) => value !== numbers[0] && value !== numbers.at(-1));
  const steps = between ? 'with steps between' : 'without steps between';
  const saw = `${whole} from ${Math.min(...numbers)} to ${Math.max(...numbers)}, ${steps}`;
  return [{ of: '', saw, exchange }];
}

/** In which states a member of a job is filled, and with what. */
export function fillOf(name: string, jobs: readonly JobView[]): readonly Sighting[] {
  const last = jobs.at(-1);
  need(last?.id, 'a video job with an id');
  const row = jobs.map(({ status, json }) => `${word(status)}: ${fill(json[name])}`);
  return [{ of: '', saw: inRow(row), exchange: last.exchange }];
}

function fill(value: unknown): string {
  if (typeof value === 'number') return value < 1e11 ? 'seconds since 1970' : 'a larger number';
  if (typeof value !== 'string') return word(value);
  if (/^https?:/.test(value)) return 'a whole address';
  return value.startsWith('/') ? 'a path' : 'a text';
}

/** The answer to the first DELETE, and what the job is in the end. */
export function afterCancel(series: Series, states: VideoStates): readonly Sighting[] {
  const exchange = firstCancel(series);
  need(exchange, 'a job that was made and cancelled');
  const answered = jobIn(exchange, states);
  const saw =
    answered === undefined
      ? failureWords(exchange)
      : `${statusWords(exchange)}, ${word(answered.status)}`;
  const later = jobsIn(series, states).filter((job) => job.exchange.id > exchange.id);
  const end = later.at(-1);
  return [{ of: '', saw: `${saw}; then it stays ${word(end?.status)}`, exchange }];
}

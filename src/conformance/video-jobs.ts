import type { Exchange } from '../exchange/exchange.ts';
import { Narrowing } from './evidence.ts';
import type { Expectations } from './expectations.ts';
import { isJsonObject, type JsonObject } from './json-members.ts';
import type { Series } from './rule.ts';

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

/** The job in each answer of a series that holds one, in the order sent. */
export function jobsIn({ exchanges }: Series, states: VideoStates): readonly JobView[] {
  return exchanges.flatMap((exchange) => jobIn(exchange, states) ?? []);
}

/** The job as its POST answered; undefined when that made none. */
export function madeJob(series: Series, states: VideoStates): JobView | undefined {
  const [created] = series.exchanges;
  if (created?.operation !== 'video-create') return undefined;
  return jobIn(created, states);
}

export function isTerminal(stage: Stage | undefined): boolean {
  return stage === 'completed' || stage === 'failed' || stage === 'cancelled';
}

/** The first DELETE of a series; undefined when the job was not cancelled. */
export function firstCancel({ exchanges }: Series): Exchange | undefined {
  return exchanges.find(({ operation }) => operation === 'video-cancel');
}

/** Whether `later` was surely decided after `earlier`: sent when that one had ended. */
export function isAfter(later: Exchange, earlier: Exchange): boolean {
  return later.timing.sendMs >= earlier.timing.endMs;
}

import type { Exchange } from '../exchange/exchange.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { narrow } from './narrow.ts';

/** What a job's status means. */
export type Stage = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

/** The statuses by which a target names each stage of a job. */
export type VideoStates = Readonly<Record<Stage, readonly string[]>>;

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
const STAGES: readonly Stage[] = ['waiting', 'running', 'completed', 'failed', 'cancelled'];

/** The job in an answer; undefined when it is no 2xx answer with a JSON object. */
export function jobIn(exchange: Exchange, states: VideoStates): JobView | undefined {
  const answer = narrow('answer', exchange);
  if (!isJsonObject(answer?.json)) return undefined;
  const { json, text } = answer;
  const { status } = json;
  const id = typeof json.id === 'string' && json.id !== '' ? json.id : undefined;
  const stage = STAGES.find((name) => states[name].some((state) => state === status));
  return { exchange, id, json, text, status, stage };
}

export function isTerminal(stage: Stage | undefined): boolean {
  return stage === 'completed' || stage === 'failed' || stage === 'cancelled';
}

/** Whether `later` was surely decided after `earlier`: sent when that one had ended. */
export function isAfter(later: Exchange, earlier: Exchange): boolean {
  return later.timing.sendMs >= earlier.timing.endMs;
}

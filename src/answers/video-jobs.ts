import type { Exchange } from '../exchange/exchange.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { narrow } from './narrow.ts';

/** What a job's status means. */
export type Stage = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

/** The statuses by which a target names each stage of a job. */
export type VideoStates = Readonly<Record<Stage, readonly string[]>>;

/** A complete 2xx answer that holds a video job, whatever its shape. */
export interface JobView {
  readonly exchange: Exchange;
  readonly id: string | undefined;
  readonly json: JsonObject;
  /** As received. */
  readonly text: string;
  readonly status: unknown;
  /** Undefined for a status that the profile does not list. */
  readonly stage: Stage | undefined;
}
const STAGES: readonly Stage[] = ['waiting', 'running', 'completed', 'failed', 'cancelled'];

/** The job in an answer; undefined without a complete 2xx answer that is a JSON object. */
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

/** Whether `later` was certainly handled after `earlier`: it was sent when that one had ended. */
export function isAfter(later: Exchange, earlier: Exchange): boolean {
  return later.timing.sendMs >= earlier.timing.endMs;
}

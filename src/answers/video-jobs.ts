import { OPERATIONS } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isJsonObject, type JsonObject, textIn } from './json.ts';
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
  const id = textIn(json, 'id') || undefined;
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

/** The address comes from the gateway; a longer one is not followed. */
const ADDRESS_CHARACTERS = 2048;

interface ContentAddress {
  /** As a client resolves it. */
  readonly url: string;
  /** Appended to the base address; undefined where the origin or the prefix differs. */
  readonly path: string | undefined;
}

/** Where the content_url of a completed job leads; undefined without one. */
export function contentAddress({ exchange, stage, json }: JobView): ContentAddress | undefined {
  const contentUrl = textIn(json, 'content_url') ?? '';
  if (stage !== 'completed' || contentUrl === '') return undefined;
  if (contentUrl.length > ADDRESS_CHARACTERS) return undefined;
  if (!URL.canParse(contentUrl, exchange.request.url)) return undefined;
  const { origin, pathname, search, href } = new URL(contentUrl, exchange.request.url);
  const base = baseOf(exchange.request.url);
  const isHere = base !== undefined && `${origin}${pathname}`.startsWith(`${base}/`);
  return {
    url: href,
    path: isHere ? `${origin}${pathname}${search}`.slice(base.length) : undefined,
  };
}

/** The base address of the gateway, taken from the address of a job. */
function baseOf(jobUrl: string): string | undefined {
  const at = jobUrl.lastIndexOf(`${OPERATIONS['video-create'].path}/`);
  return at === -1 ? undefined : jobUrl.slice(0, at);
}

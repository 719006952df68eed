import type { JsonObject } from '../http/json.ts';
import type { Settings } from '../settings.ts';
import { type Behaviour, SLOW } from './models.ts';
import type { PlannedCall } from './tools.ts';

/** One text of a model, or what it calls. */
export interface Choice {
  /** Pieces of the text, or of the arguments where tools are called. */
  readonly tokens: readonly string[];
  readonly calls: readonly PlannedCall[];
  /** The text was longer than the request allowed. */
  readonly cutShort: boolean;
  /** The text says why the model does not answer. */
  readonly refuses: boolean;
}

/** The output of a text model; the body and the stream of both text operations are views of it. */
export interface Completion extends Choice {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  /** Further choices of a chat. */
  readonly others: readonly Choice[];
  /** How many alternatives stand beside each token of a chat; undefined: it has no logprobs. */
  readonly alternatives: number | undefined;
  readonly inputTokens: number;
  readonly pace: Pace;
  /** A chat stream ends with a chunk of usage. */
  readonly includeUsage: boolean;
  /** The stream ends with an error after its tokens. */
  readonly fails: boolean;
  /** Members of the request that a response repeats. */
  readonly requested: JsonObject;
}

/** When tokens are due, since the generation began. */
export interface Pace {
  readonly ttftMs: number;
  readonly itlMs: number;
}

export function paceOf(behaviour: Behaviour, settings: Settings): Pace {
  if (behaviour === 'slow') return { ttftMs: SLOW.gapMs, itlMs: SLOW.gapMs };
  return { ttftMs: settings.ttftMs, itlMs: settings.itlMs };
}

/** Token `index` of the absolute schedule: no emission moves the ones after it. */
export function dueMs({ ttftMs, itlMs }: Pace, index: number): number {
  return ttftMs + index * itlMs;
}

export function lastDueMs(
  { pace }: Pick<Completion, 'pace'>,
  ...choices: readonly Pick<Choice, 'tokens'>[]
): number {
  return dueMs(pace, Math.max(0, ...choices.map(({ tokens }) => tokens.length - 1)));
}

/** Answers in one body arrive when the last token of a stream would. */
export function bodyDurationMs(behaviour: Behaviour, settings: Settings): number {
  if (behaviour === 'slow') return SLOW.bodyMs;
  return dueMs(paceOf(behaviour, settings), Math.max(0, settings.tokens - 1));
}

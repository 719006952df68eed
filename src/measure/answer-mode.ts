import { requestsStream } from '../answers/sent-body.ts';
import { type Exchange, type Group, isSuccess, mediaType } from '../exchange/exchange.ts';
import { LIMITS } from '../input/limits.ts';
import type { ResultClass } from './result-class.ts';

/**
 * The forms an answer can have; they are timed apart, because a stream has tokens, one that calls a
 * function has arguments, the times of a slow reader's answer are the reader's, and the gateway does not
 * execute what is repeated under an idempotency key (see `IdempotencyKeys`).
 */
export type AnswerMode = (typeof ANSWER_MODES)[number];

export const ANSWER_MODES = ['body', 'stream', 'call', 'slow', 'replay', 'waited'] as const;

/** Whether the times of the answer are those of a gateway that executes a request. */
export function isTimed(mode: AnswerMode): mode is 'body' | 'stream' | 'call' {
  return mode === 'body' || mode === 'stream' || mode === 'call';
}

/** Whether the gateway executed the request, at whatever pace its answer was read. */
export function isExecuted(mode: AnswerMode): boolean {
  return isTimed(mode) || mode === 'slow';
}

/**
 * The mode that came in success, else the requested one: a stream that was refused, or cut
 * while it waited for its first token, must not be lost to the objectives of streams.
 * @param streamField the field of a request that switches streaming
 */
export function answerModeOf(
  exchange: Exchange,
  streamField = 'stream',
): 'body' | 'stream' | 'call' | 'slow' {
  const { answer, timing } = exchange;
  if (timing.readBytesPerSecond !== undefined) return 'slow';
  if (timing.lastArgumentMs !== undefined) return 'call';
  if (timing.tokensMs !== undefined) return 'stream';
  const came = answer !== undefined && mediaType(answer.headers) === 'text/event-stream';
  const isStream = isSuccess(answer) ? came : (asksFor(exchange, streamField) ?? came);
  return isStream ? 'stream' : 'body';
}

/** Undefined when the body cannot request a stream. */
function asksFor(exchange: Exchange, streamField: string): boolean | undefined {
  const asks = requestsStream(exchange, streamField);
  const { body } = exchange.request;
  if (asks !== undefined || body.kind !== 'text') return asks;
  // Only its beginning is kept. A prompt with the same text has its quotes escaped.
  return body.text.includes(`${JSON.stringify(streamField)}:true`);
}

/** What is known of an idempotency key so far. */
interface KeyState {
  /** End of its first good answer. */
  answeredMs: number;
  /** An answer was counted as the one that its execution took. */
  isExecuted: boolean;
  /** Attempts that ended in a refusal: none of them is being executed. */
  readonly refused: number[];
}

/**
 * Separates the requests that a gateway executes from their repetitions, by what the sender planned: the
 * key, the attempt and its times. What the gateway says about it is not used.
 */
export class IdempotencyKeys {
  /** In the order opened: keys that were never ended are forgotten first. */
  readonly #keys = new Map<string, KeyState>();

  /**
   * Takes note of an exchange, in the order of their ends.
   * @returns for a good answer that may have cost less than its execution: `replay` when an earlier
   * request of its key had been answered before the send, `waited` when one may still have been
   * executing (in flight, or lost without an answer). Undefined for all others.
   */
  note(
    { group, attempt, outcome, timing }: Exchange,
    { kind }: ResultClass,
    engine: number,
  ): 'replay' | 'waited' | undefined {
    if (group?.kind !== 'key') return undefined;
    const key = this.#stateOf(nameOf(group, engine));
    if (kind !== 'good') {
      if (outcome === 'answered' || outcome === 'refused') key.refused.push(attempt);
      return undefined;
    }
    if (timing.sendMs >= key.answeredMs) return 'replay';
    key.answeredMs = Math.min(key.answeredMs, timing.endMs);
    const refusedBefore = key.refused.filter((each) => each < attempt).length;
    if (key.isExecuted || refusedBefore < attempt - 1) return 'waited';
    key.isExecuted = true;
    return undefined;
  }

  /** Nothing more comes under this key. */
  end(group: Group, engine: number): void {
    this.#keys.delete(nameOf(group, engine));
  }

  #stateOf(name: string): KeyState {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const state = { answeredMs: Number.POSITIVE_INFINITY, isExecuted: false, refused: [] };
    this.#keys.set(name, state);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > LIMITS.openGroups.value && oldest !== undefined)
      this.#keys.delete(oldest);
    return state;
  }
}

function nameOf({ id }: Group, engine: number): string {
  return `${engine} ${id}`;
}

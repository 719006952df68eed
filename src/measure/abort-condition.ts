import { parseDuration } from '../input/duration.ts';
import { UsageError } from '../input/usage-error.ts';
import { type Objective, parseCondition } from './objective.ts';

/** When to end a load early, such as `all errors > 20% over 10s`. */
export interface AbortCondition {
  /** As written. */
  readonly text: string;
  /** The objective that is met as long as the condition is false. */
  readonly objective: Objective;
  /** The window that is evaluated. */
  readonly windowMs: number;
  /** The condition is not evaluated earlier in the load. */
  readonly afterMs: number;
}

const DEFAULT_WINDOW_MS = 10_000;

/** Evaluation is once a second: a shorter window has no data. */
const LEAST_WINDOW_MS = 1000;

const WINDOW = /^(.*?)(?:\s+over\s+(\S+))?(?:\s+after\s+(\S+))?$/;

/**
 * `<condition> [over <time>] [after <time>]`. The default of `over` is 10 s; the default of `after` is
 * the time of `over`.
 * @throws UsageError that says which word is wrong
 */
export function parseAbortCondition(text: string): AbortCondition {
  const [, condition = '', over, after] = WINDOW.exec(text.trim()) ?? [];
  const subject = `Condition ${JSON.stringify(text)}`;
  const windowMs = over === undefined ? DEFAULT_WINDOW_MS : parseDuration(subject, over);
  if (windowMs < LEAST_WINDOW_MS) {
    throw new UsageError(
      `${subject} needs at least 1s after over, because conditions are evaluated once a second; got ${over}.`,
    );
  }
  const afterMs = after === undefined ? 0 : parseDuration(subject, after);
  return {
    text,
    objective: parseCondition(condition),
    windowMs,
    afterMs: Math.max(windowMs, afterMs),
  };
}

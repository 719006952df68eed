import { parseDuration } from '../input/duration.ts';
import { UsageError } from '../input/usage-error.ts';
import { type Objective, parseCondition } from './objective.ts';

/** When a load is hopeless, such as `all errors > 20% over 10s`: it is then ended early. */
export interface AbortCondition {
  /** As written. */
  readonly text: string;
  /** What holds as long as the condition is not true. */
  readonly objective: Objective;
  /** The time that is looked back on. */
  readonly windowMs: number;
  /** The condition says nothing before this much of the load has passed. */
  readonly afterMs: number;
}

const DEFAULT_WINDOW_MS = 10_000;

/** A health frame a second: less than this cannot be looked at. */
const LEAST_WINDOW_MS = 1000;

const WINDOW = /^(.*?)(?:\s+over\s+(\S+))?(?:\s+after\s+(\S+))?$/;

/**
 * `<condition> [over <time>] [after <time>]`. Without `over` it looks back on 10 s; without `after`
 * it says nothing until that much has passed.
 * @throws UsageError that says which word is wrong
 */
export function parseAbortCondition(text: string): AbortCondition {
  const [, condition = '', over, after] = WINDOW.exec(text.trim()) ?? [];
  const subject = `Condition ${JSON.stringify(text)}`;
  const windowMs = over === undefined ? DEFAULT_WINDOW_MS : parseDuration(subject, over);
  if (windowMs < LEAST_WINDOW_MS) {
    throw new UsageError(
      `${subject} needs at least 1s after over, as conditions are looked at once a second; got ${over}.`,
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

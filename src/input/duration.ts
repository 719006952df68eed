import { UsageError } from './usage-error.ts';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 } as const;

type Unit = keyof typeof UNIT_MS;

/** The form of a duration, for messages. */
export const DURATION_NEEDS = 'a number and a unit, such as 30s or 800ms';

/** A year: timers cannot run longer. */
export const LONGEST = '8760h';
export const LONGEST_MS = 8760 * UNIT_MS.h;

/** `30s`, `800ms`, `1.5min`, `1m30s` in ms; undefined for another text. */
export function readDuration(text: string): number | undefined {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)\s*(ms|min|s|m|h)/gy)];
  const length = parts.reduce((sum, [whole]) => sum + whole.length, 0);
  if (parts.length === 0 || length !== text.trim().length) return undefined;
  return parts.reduce((sum, [, amount, unit]) => {
    return isUnit(unit) ? sum + Number(amount) * UNIT_MS[unit] : sum;
  }, 0);
}

/**
 * A duration in ms from the command line.
 * @param subject the option, such as `--duration`
 * @throws UsageError
 */
export function parseDuration(subject: string, text: string): number {
  const ms = readDuration(text);
  if (ms !== undefined && ms <= LONGEST_MS) return ms;
  if (ms !== undefined) throw new UsageError(`${subject} needs at most ${LONGEST}; got ${text}.`);
  throw new UsageError(`${subject} needs ${DURATION_NEEDS}; got ${JSON.stringify(text)}.`);
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(UNIT_MS, text);
}

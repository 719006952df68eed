import { UsageError } from '../words/usage-error.ts';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)$/;

/**
 * `800ms`, `1.5s`, `2m`, `1h` in ms.
 * @param what names it in the error, such as `--duration`
 * @throws UsageError
 */
export function parseDurationMs(text: string, what: string): number {
  const match = DURATION.exec(text.trim());
  const unit = match?.[2];
  if (match === null || !isUnit(unit)) {
    throw new UsageError(`${what} needs a number and a unit, such as 30s; got "${text}".`);
  }
  return Number(match[1]) * UNIT_MS[unit];
}

function isUnit(text: string | undefined): text is keyof typeof UNIT_MS {
  return text !== undefined && Object.hasOwn(UNIT_MS, text);
}

import { UsageError } from './usage-error.ts';

const SECONDS = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
} as const;

type Unit = keyof typeof SECONDS;

/** The form of an arrival rate, for messages. */
export const RATE_NEEDS = 'a number above 0 and a unit, such as 50/s';

/** `20/s` or `600/min` in arrivals per second; undefined for another text. */
export function readArrivalRate(text: string): number | undefined {
  const rate = readRateOrPause(text);
  return rate === 0 ? undefined : rate;
}

/** The same, where `0/s` is a rate too. */
export function readRateOrPause(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*\/\s*([a-z]+)$/.exec(text.trim());
  const unit = match?.[2];
  return match === null || !isUnit(unit) ? undefined : Number(match[1]) / SECONDS[unit];
}

/**
 * Arrivals per second from the command line.
 * @param subject the option, such as `--arrival-rate`
 * @throws UsageError
 */
export function parseArrivalRate(subject: string, text: string): number {
  const rate = readArrivalRate(text);
  if (rate !== undefined) return rate;
  throw new UsageError(`${subject} needs ${RATE_NEEDS}; got ${JSON.stringify(text)}.`);
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(SECONDS, text);
}

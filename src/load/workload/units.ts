import { z } from 'zod';
import { RATE_NEEDS, readArrivalRate, readRateOrPause } from '../../input/arrival-rate.ts';
import { DURATION_NEEDS, LONGEST, LONGEST_MS, readDuration } from '../../input/duration.ts';

/** Limit of what the engine can count. */
const MOST_PER_SECOND = 1_000_000;

/** `30s` in ms. */
export const DurationSchema = textOf(DURATION_NEEDS)
  .transform((text, context) => readOr(context, readDuration(text), DURATION_NEEDS, text))
  .refine((ms) => ms <= LONGEST_MS, `needs at most ${LONGEST}`)
  .describe('such as 30s or 800ms');

/** `30s` in ms, above 0. */
export const TimeSchema = DurationSchema.refine((ms) => ms > 0, 'needs a time above 0');

/** `50/s` in arrivals per second. */
export const ArrivalRateSchema = textOf(RATE_NEEDS)
  .transform((text, context) => readOr(context, readArrivalRate(text), RATE_NEEDS, text))
  .refine((rate) => rate <= MOST_PER_SECOND, `needs at most ${MOST_PER_SECOND}/s`)
  .describe('such as 50/s or 600/min');

/** Syntax of such a rate, for messages. */
export const RAMP_NEEDS = 'a rate such as 50/s, or two such as 0/s..50/s';

/** Change of the rate in a stage, in arrivals per second. */
export interface Ramp {
  readonly from: number;
  readonly to: number;
}

/** `50/s`, or `0/s..50/s` for a ramp. */
export const RampSchema = textOf(RAMP_NEEDS)
  .transform((text, context) => readOr<Ramp>(context, readRamp(text), RAMP_NEEDS, text))
  .describe('such as 50/s, or 0/s..50/s for a rate that changes evenly from one to the other');

/** A constant or changing rate; undefined when the text is not a rate. */
export function readRamp(text: string): Ramp | undefined {
  const ends = text.split('..').map(readRateOrPause);
  const from = ends[0];
  const to = ends.at(-1);
  if (from === undefined || to === undefined || ends.length > 2) return undefined;
  return Math.max(from, to) <= MOST_PER_SECOND ? { from, to } : undefined;
}

/** A number without a unit is as common a mistake as an unknown unit. */
function textOf(needs: string): z.ZodString {
  return z.string({
    error: ({ input }) =>
      `needs ${needs}; got ${input === undefined ? 'nothing' : JSON.stringify(input)}`,
  });
}

function readOr<T>(context: z.RefinementCtx, value: T | undefined, needs: string, text: string): T {
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: `needs ${needs}; got ${JSON.stringify(text)}` });
  return z.NEVER;
}

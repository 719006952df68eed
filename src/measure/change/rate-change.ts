import { type Estimate, type Interval, scaled } from './estimate.ts';

/** A rate with its 95 % interval, such as a knee. */
export interface MeasuredRate extends Interval {
  readonly rate: number;
}

/** Enough blocks that the quantiles of t are those of the normal distribution. */
const MANY = 1000;

/** Change of a rate, after − before, from the intervals of both (MOVER: Zou and Donner 2008). */
export function rateChange(before: MeasuredRate, after: MeasuredRate): Estimate {
  const delta = after.rate - before.rate;
  const interval = {
    low: delta - Math.hypot(after.rate - after.low, before.high - before.rate),
    high: delta + Math.hypot(after.high - after.rate, before.rate - before.low),
  };
  return scaled(delta, interval, MANY);
}

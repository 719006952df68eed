import { studentT } from './student-t.ts';

/** Both ends in the unit of the figure. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How much a figure changed: after − before, in the unit of the figure. */
export interface Estimate {
  readonly delta: number;
  /** @param confidence such as 0.95 */
  interval(confidence: number): Interval;
}

export const CONFIDENCE = 0.95;

/** The quantile of t that leaves (1 − confidence) / 2 on either side. */
export function twoSidedT(confidence: number, degrees: number): number {
  return studentT((1 + confidence) / 2, degrees);
}

/** An interval of 95 % that widens and narrows with the quantiles of t. */
export function scaled(delta: number, { low, high }: Interval, degrees: number): Estimate {
  const atUsual = twoSidedT(CONFIDENCE, degrees);
  return {
    delta,
    interval(confidence) {
      const ratio = twoSidedT(confidence, degrees) / atUsual;
      return { low: delta - (delta - low) * ratio, high: delta + (high - delta) * ratio };
    },
  };
}

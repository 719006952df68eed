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

const BISECTIONS = 60;

/**
 * Quantile of Student's t distribution for a whole number of degrees of freedom (closed form of the
 * distribution: Abramowitz and Stegun 26.7.3 and 26.7.4, inverted by bisection).
 * @param probability above 0.5 and below 1
 */
export function studentT(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (centralProbability(high, degrees) < 2 * probability - 1) high *= 2;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, degrees) < 2 * probability - 1) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability of a value between −t and t. */
function centralProbability(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let factor = isOdd ? 3 : 2; factor < degrees; factor += 2) {
    term *= ((factor - 1) / factor) * cosine ** 2;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

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

export const CHANGE_WORDS = ['worse', 'cannot-tell', 'better', 'same'] as const;
export type ChangeWord = (typeof CHANGE_WORDS)[number];

interface Question {
  /** The smallest change that matters, in the unit of the figure. */
  readonly effect: number;
  readonly betterWhen: 'lower' | 'higher';
  /** Figures of the comparison. */
  readonly figures: number;
}

/**
 * - Same: the 95 % interval lies within the minimal effect on both sides. All figures must be the same
 *   for a build to be the same, so nothing is corrected for their number.
 * - Worse or Better: the change is not 0, and it may be as large as the minimal effect. One figure
 *   is enough for a build to be worse, so the interval is that of all figures together (Bonferroni):
 *   two equal builds differ in any figure in at most 5 % of comparisons.
 * - Cannot tell: the interval contains 0 and reaches the minimal effect.
 */
export function changeWord(
  estimate: Estimate,
  { effect, betterWhen, figures }: Question,
): ChangeWord {
  const usual = estimate.interval(CONFIDENCE);
  if (usual.low > -effect && usual.high < effect) return 'same';
  const together = estimate.interval(1 - (1 - CONFIDENCE) / Math.max(1, figures));
  if (together.low > 0) return betterWhen === 'lower' ? 'worse' : 'better';
  if (together.high < 0) return betterWhen === 'lower' ? 'better' : 'worse';
  return 'cannot-tell';
}

/** The word of all: one worse figure makes a build worse. */
export function overallWord(words: readonly ChangeWord[]): ChangeWord {
  return CHANGE_WORDS.find((word) => words.includes(word)) ?? 'cannot-tell';
}

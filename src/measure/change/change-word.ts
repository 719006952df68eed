import { CONFIDENCE, type Estimate } from './estimate.ts';

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

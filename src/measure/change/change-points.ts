import { seeded } from '../../input/seeded.ts';

/** With fewer values, few of their orders differ: chance makes nearly every split. */
export const LEAST_VALUES = 12;
/** One or two values that stand out are outliers, and no change yet. */
const LEAST_ON_A_SIDE = 3;
/** How often a series of values without a change is given one. */
export const FALSE_POSITIVES = 0.01;
const PERMUTATIONS = 999;
const SEED = 1;

/**
 * The places of the first values after a change, in ascending order (E-divisive: Matteson and James 2014).
 * The split whose sides are furthest apart is a change when at most 1 of 100 random orders of the same
 * values has a split as far apart; then each side is searched too. No shape of distribution is assumed, but
 * that values without a change are independent.
 */
export function changePoints(values: readonly number[]): readonly number[] {
  if (values.length < LEAST_VALUES) return [];
  const found = furthestSplit(values);
  if (!isRare(found.distance, values)) return [];
  return [
    ...changePoints(values.slice(0, found.at)),
    found.at,
    ...changePoints(values.slice(found.at)).map((at) => found.at + at),
  ];
}

interface Split {
  /** Place of the first value after it. */
  readonly at: number;
  /** Energy distance of its sides, weighted by their sizes. */
  readonly distance: number;
}

/**
 * The split of the values up to any end, so that a level that returns is found too. With the end moves the sum
 * of the distances between all values from each place on.
 */
function furthestSplit(values: readonly number[]): Split {
  const inside = values.map(() => 0);
  const upTo = [0];
  let best: Split = { at: 0, distance: 0 };
  for (let end = 1; end <= values.length; end += 1) {
    addDistances(inside, values, end - 1);
    const whole = inside[0] ?? 0;
    upTo[end] = whole;
    for (let at = LEAST_ON_A_SIDE; at <= end - LEAST_ON_A_SIDE; at += 1) {
      const [left, right] = [upTo[at] ?? 0, inside[at] ?? 0];
      const rest = end - at;
      const apart = (2 * (whole - left - right)) / (at * rest) - mean(left, at) - mean(right, rest);
      const distance = ((at * rest) / end) * apart;
      if (distance > best.distance) best = { at, distance };
    }
  }
  return best;
}

/** Adds those between one value and the values before it, to the sums from each place on. */
function addDistances(inside: number[], values: readonly number[], added: number): void {
  const value = values[added] ?? 0;
  let sum = 0;
  for (let from = added - 1; from >= 0; from -= 1) {
    sum += Math.abs((values[from] ?? 0) - value);
    inside[from] = (inside[from] ?? 0) + sum;
  }
}

/** Whether at most 1 of 100 random orders of the values reaches the distance; stops counting at one too many. */
function isRare(distance: number, values: readonly number[]): boolean {
  const random = seeded(SEED);
  const shuffled = [...values];
  // Sums of another order differ in their last digits.
  const reached = distance * (1 - 1e-9);
  let left = FALSE_POSITIVES * (PERMUTATIONS + 1) - 1;
  for (let order = 0; order < PERMUTATIONS && left >= 0; order += 1) {
    shuffle(shuffled, random);
    if (furthestSplit(shuffled).distance >= reached) left -= 1;
  }
  return left >= 0;
}

/** Fisher and Yates. */
function shuffle(values: number[], random: () => number): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [values[at], values[other]] = [values[other] ?? 0, values[at] ?? 0];
  }
}

/** The mean over all pairs of this number of values. */
function mean(sum: number, count: number): number {
  return sum / ((count * (count - 1)) / 2);
}

import { seeded } from '../../input/seeded.ts';
import { type Histogram, middleMs, withinBucketMs } from '../histogram.ts';
import { CONFIDENCE, type Estimate, scaled, twoSidedT } from './estimate.ts';

const REPLICATES = 1000;
const SEED = 1;
/** Below this, the spread between blocks is a guess. */
export const LEAST_BLOCKS = 5;
/** Half the width of the buckets of a report, as a share: no interval is narrower. */
const RESOLUTION = 0.005;
const NORMAL_T = 1.959964;

/** Blocks of a load, one histogram each, before and after. */
export interface BlockPair {
  readonly before: readonly Histogram[];
  readonly after: readonly Histogram[];
  /** The blocks of one place were sent one after the other, with the same seed. */
  readonly paired: boolean;
}

/**
 * Changes of percentiles, in ms, with intervals by a block bootstrap (Künsch 1989): whole blocks are
 * drawn with replacement, so that what answers of one moment have in common is not taken for
 * many observations. Paired blocks are drawn together, which cancels what happened to both.
 * The percentile interval is widened to the quantiles of t for the number of blocks, as Hesterberg
 * (2015) recommends for few of them.
 * @param resolution half the width of the buckets, as a share of their times
 * @param interpolates see `WeightedBlocks`
 * @returns undefined in place of each percentile when there are too few blocks
 */
export function percentileChanges(
  pair: BlockPair,
  percents: readonly number[],
  resolution = RESOLUTION,
  interpolates = false,
): readonly (Estimate | undefined)[] {
  const blocks = usableBlocks(pair);
  const before = new WeightedBlocks(blocks.before, interpolates);
  const after = new WeightedBlocks(blocks.after, interpolates);
  const least = Math.min(before.size, after.size);
  if (least < LEAST_BLOCKS) return percents.map(() => undefined);
  const drawn = percents.map(() => new Float64Array(REPLICATES));
  const random = seeded(SEED);
  for (let replicate = 0; replicate < REPLICATES; replicate += 1) {
    const weights = drawWeights(before.size, random);
    const one = before.percentiles(percents, weights);
    const other = after.percentiles(
      percents,
      pair.paired ? weights : drawWeights(after.size, random),
    );
    for (const [at, deltas] of drawn.entries()) {
      deltas[replicate] = (other[at] ?? 0) - (one[at] ?? 0);
    }
  }
  const degrees = pair.paired ? least - 1 : before.size + after.size - 2;
  const widening = (twoSidedT(CONFIDENCE, degrees) / NORMAL_T) * Math.sqrt(least / (least - 1));
  const [wholeBefore, wholeAfter] = [before.percentiles(percents), after.percentiles(percents)];
  return drawn.map((deltas, at) => {
    const [one = 0, other = 0] = [wholeBefore[at], wholeAfter[at]];
    const narrowest = resolution * Math.max(one, other);
    return estimateOf(other - one, deltas, { least: narrowest, widening, degrees });
  });
}

interface Spread {
  /** Half of the narrowest interval, in ms. */
  readonly least: number;
  readonly widening: number;
  readonly degrees: number;
}

function estimateOf(delta: number, deltas: Float64Array, spread: Spread): Estimate {
  deltas.sort();
  const tail = (1 - CONFIDENCE) / 2;
  const low = deltas[Math.floor(tail * deltas.length)] ?? delta;
  const high = deltas[Math.ceil((1 - tail) * deltas.length) - 1] ?? delta;
  const half = (width: number): number => Math.max(spread.least, width * spread.widening);
  const interval = { low: delta - half(delta - low), high: delta + half(high - delta) };
  return scaled(delta, interval, spread.degrees);
}

interface UsableBlocks {
  readonly before: readonly Histogram[];
  readonly after: readonly Histogram[];
}

/** Blocks without an observation say nothing. Neither do their counterparts in pairs. */
function usableBlocks({ before, after, paired }: BlockPair): UsableBlocks {
  const hasSome = (histogram: Histogram | undefined): boolean => (histogram?.count ?? 0) > 0;
  const isUsable = (own: Histogram, other: Histogram | undefined): boolean =>
    hasSome(own) && (!paired || hasSome(other));
  return {
    before: before.filter((own, at) => isUsable(own, after[at])),
    after: after.filter((own, at) => isUsable(own, before[at])),
  };
}

/** How many times each of the blocks was drawn. */
function drawWeights(blocks: number, random: () => number): readonly number[] {
  const weights = Array<number>(blocks).fill(0);
  for (let draw = 0; draw < blocks; draw += 1) {
    const at = Math.floor(random() * blocks);
    weights[at] = (weights[at] ?? 0) + 1;
  }
  return weights;
}

/** The buckets of one block: counts from the lowest one on. */
interface Row {
  readonly from: number;
  readonly counts: Float64Array;
}

/** Percentiles of blocks together, each counted several times or not at all. */
export class WeightedBlocks {
  readonly #rows: readonly Row[];
  readonly #lowest: number;
  /** Reused: a bootstrap asks thousands of times. */
  readonly #sums: Float64Array;
  readonly #interpolates: boolean;

  /**
   * @param blocks with at least one observation each
   * @param interpolates places a percentile within its bucket, by the observations there; otherwise it
   *   is the middle of its bucket
   */
  constructor(blocks: readonly Histogram[], interpolates = false) {
    this.#interpolates = interpolates;
    const all = blocks.map((block) => [...block.buckets()]);
    const ends = all.map((buckets) => ({
      from: buckets[0]?.[0] ?? 0,
      to: buckets.at(-1)?.[0] ?? 0,
    }));
    this.#lowest = Math.min(...ends.map(({ from }) => from));
    const highest = Math.max(...ends.map(({ to }) => to));
    this.#sums = new Float64Array(blocks.length === 0 ? 0 : highest - this.#lowest + 1);
    this.#rows = ends.map(({ from, to }, at) => {
      const counts = new Float64Array(to - from + 1);
      for (const [bucket, count] of all[at] ?? []) counts[bucket - from] = count;
      return { from: from - this.#lowest, counts };
    });
  }

  get size(): number {
    return this.#rows.length;
  }

  /**
   * Nearest-rank percentiles in ms.
   * @param percents in ascending order
   * @param weights how often each block counts; once each by default
   */
  percentiles(percents: readonly number[], weights?: readonly number[]): readonly number[] {
    const whole = this.#sum(weights);
    const found: number[] = [];
    let seen = 0;
    let at = -1;
    for (const percent of percents) {
      const rank = Math.max(1, Math.ceil((percent / 100) * whole));
      while (seen < rank && at < this.#sums.length - 1) {
        at += 1;
        seen += this.#sums[at] ?? 0;
      }
      found.push(this.#valueAt(at, rank - seen));
    }
    return found;
  }

  /** @param excess of the rank over the observations up to the end of this bucket, at most 0 */
  #valueAt(at: number, excess: number): number {
    const bucket = this.#lowest + at;
    const count = this.#sums[at] ?? 0;
    if (!this.#interpolates || count === 0) return middleMs(bucket);
    return withinBucketMs(bucket, (count + excess - 0.5) / count);
  }

  /** @returns the number of observations */
  #sum(weights: readonly number[] | undefined): number {
    const sums = this.#sums.fill(0);
    let whole = 0;
    for (let row = 0; row < this.#rows.length; row += 1) {
      const weight = weights === undefined ? 1 : (weights[row] ?? 0);
      const { from, counts } = this.#rows[row] ?? { from: 0, counts: NONE };
      if (weight === 0) continue;
      for (let index = 0; index < counts.length; index += 1) {
        const count = (counts[index] ?? 0) * weight;
        sums[from + index] = (sums[from + index] ?? 0) + count;
        whole += count;
      }
    }
    return whole;
  }
}

const NONE = new Float64Array();

/** Fewer observations than these beyond a percentile show more of themselves than of the gateway. */
const LEAST_BEYOND = 10;

/**
 * Whether this number of observations carries a percentile: 20 a median, 200 a p95, 1 000 a p99.
 * @param percent above 0 and below 100
 */
export function carriesPercentile(observations: number, percent: number): boolean {
  return observations >= leastObservations(percent);
}

/** The least observations that carry the percentile. */
export function leastObservations(percent: number): number {
  const share = Math.min(percent, 100 - percent) / 100;
  return Math.round(LEAST_BEYOND / share);
}

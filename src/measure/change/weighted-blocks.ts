import { type Histogram, middleMs, withinBucketMs } from '../histogram.ts';

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

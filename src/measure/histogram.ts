/**
 * Counts of durations in buckets that grow by a constant ratio (as in DDSketch), so that a
 * percentile is within 0.1 % of the exact one and two histograms merge by adding their counts.
 */
const RATIO = 1.002;
const LOG_RATIO = Math.log(RATIO);
/** Durations below this, in ms, count as this. */
const LEAST_MS = 0.001;

export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly mean: number;
  /** How many durations there were. */
  readonly count: number;
}

export class Histogram {
  /** From the lowest bucket with a count on: similar durations are neighbours. */
  #counts: number[] = [];
  #lowest = 0;
  #count = 0;
  #max = 0;
  /** In whole microseconds, so that the order of additions does not matter. */
  #sumUs = 0;

  get count(): number {
    return this.#count;
  }

  /** To half a microsecond; undefined when nothing was counted. */
  get mean(): number | undefined {
    return this.#count === 0 ? undefined : this.#sumUs / this.#count / 1000;
  }

  add(ms: number): void {
    const bucket = Math.ceil(Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) / LOG_RATIO);
    this.#addTo(bucket, 1);
    this.#count += 1;
    this.#sumUs += Math.round(ms * 1000);
    if (ms > this.#max) this.#max = ms;
  }

  merge(other: Histogram): void {
    for (let at = 0; at < other.#counts.length; at += 1) {
      const count = other.#counts[at] ?? 0;
      if (count > 0) this.#addTo(other.#lowest + at, count);
    }
    this.#count += other.#count;
    this.#sumUs += other.#sumUs;
    this.#max = Math.max(this.#max, other.#max);
  }

  /** Each bucket with a count, lowest first. */
  *buckets(): Generator<readonly [bucket: number, count: number]> {
    for (const [at, count] of this.#counts.entries())
      if (count > 0) yield [this.#lowest + at, count];
  }

  /** Counts durations of which only the bucket is known: all of them count as its middle. */
  addBucket(bucket: number, count: number): void {
    const ms = middleMs(bucket);
    this.#addTo(bucket, count);
    this.#count += count;
    this.#sumUs += Math.round(ms * 1000) * count;
    this.#max = Math.max(this.#max, ms);
  }

  /** The nearest-rank percentile in ms, or undefined when nothing was counted. */
  percentile(percent: number): number | undefined {
    if (this.#count === 0) return undefined;
    const rank = Math.max(1, Math.ceil((percent / 100) * this.#count));
    let seen = 0;
    for (let at = 0; at < this.#counts.length; at += 1) {
      seen += this.#counts[at] ?? 0;
      if (seen >= rank) return Math.min(this.#max, middleMs(this.#lowest + at));
    }
    return this.#max;
  }

  #addTo(bucket: number, count: number): void {
    if (this.#counts.length === 0) this.#lowest = bucket;
    if (bucket < this.#lowest) {
      this.#counts = [...Array<number>(this.#lowest - bucket).fill(0), ...this.#counts];
      this.#lowest = bucket;
    }
    const at = bucket - this.#lowest;
    while (this.#counts.length <= at) this.#counts.push(0);
    this.#counts[at] = (this.#counts[at] ?? 0) + count;
  }

  /** To the microsecond; undefined when nothing was counted. */
  percentiles(): Percentiles | undefined {
    if (this.#count === 0) return undefined;
    const at = (percent: number): number => toMicroseconds(this.percentile(percent) ?? 0);
    const [max, mean] = [this.#max, this.mean ?? 0].map(toMicroseconds);
    return {
      p50: at(50),
      p90: at(90),
      p95: at(95),
      p99: at(99),
      max: max ?? 0,
      mean: mean ?? 0,
      count: this.#count,
    };
  }
}

/** The value with the same relative distance to both ends of the bucket. */
export function middleMs(bucket: number): number {
  return LEAST_MS * RATIO ** bucket * (2 / (1 + RATIO));
}

/**
 * A place within the bucket.
 * @param share from 0, its lower end, to 1
 */
export function withinBucketMs(bucket: number, share: number): number {
  return LEAST_MS * RATIO ** (bucket - 1 + share);
}

/** Rounded to the microsecond. */
export function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

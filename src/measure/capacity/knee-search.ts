import { KneePosterior } from './knee-posterior.ts';
import { highestSaturation } from './saturation.ts';

export interface SearchRange {
  /** The first rate of the ramp, in arrivals per second. */
  readonly from: number;
  /** No rate above it is tried. */
  readonly to: number;
  /** A required rate: it is decided, even if it is very near the knee. */
  readonly atLeast?: number;
  /** With random arrivals, the transition covers a wider range of rates. */
  readonly gradual?: boolean;
}

/** One run at one rate. */
export interface RateTrial {
  readonly arrivalRate: number;
  /** Every objective was met, and the gateway kept up. */
  readonly held: boolean;
  /** Growth of the latency beyond chance, in ms per ms. */
  readonly slope?: number;
  /** Answers per second of a gateway with a constant backlog: a first estimate of its capacity. */
  readonly saturated?: number;
  /** Answers per second, with a backlog or without. */
  readonly throughput?: number;
}

export interface Knee {
  readonly arrivalRate: number;
  readonly low: number;
  readonly high: number;
  /** Probability that the knee lies between low and high. */
  readonly level: number;
}

export type SearchState = 'searching' | 'settled' | 'holds everywhere' | 'misses everywhere';

const LEVEL = 0.95;
/** The search has settled when the interval reaches this far to both sides, relative to the knee. */
const PRECISION = 0.02;
/** Trials near the knee, on each side, that must agree with it. */
const REPEATS = 2;
const RAMP_FACTOR = 2;
/** Lowest rate of the ramp, as a share of its first rate, when that one is not sustained. */
const DEEPEST = 1 / 16;
const DOWN_FACTOR = 4;
/** Largest factor above a sustained rate, or below one that was not. */
const LEAP = 1.25;
/** Rates around the saturated throughput, to enclose the knee in one step. */
const AROUND_SATURATION = [0.97, 1.03] as const;
/** Probability that something other than the gateway reversed a trial. */
const DOUBTS = { held: 0.01, missed: 0.03, behind: 0.002 } as const;
const CLEAR_SLOPE = 0.02;
/** Rates that differ by less are one rate, tried again. */
const SAME = 0.004;

/**
 * Looks for the knee: which rate to try next, and what is known after the last. A geometric ramp
 * until a rate misses; then both sides of the saturated throughput; then always the middle of
 * what is still believed (probabilistic bisection), so that one wrong trial costs two more and no
 * error; at last, repeats at both ends of the interval. Pure: the caller runs the trials.
 */
export class KneeSearch {
  readonly #range: SearchRange;
  readonly #posterior: KneePosterior;
  readonly #trials: RateTrial[] = [];

  constructor(range: SearchRange) {
    this.#range = range;
    this.#posterior = new KneePosterior(
      (range.from * DEEPEST) / DOWN_FACTOR,
      range.to * RAMP_FACTOR,
      range.gradual === true,
    );
  }

  add(trial: RateTrial): void {
    this.#trials.push(trial);
    this.#posterior.update(trial.arrivalRate, trial.held, doubtOf(trial));
  }

  /** The rate to try next; undefined when nothing more can be learned. */
  next(): number | undefined {
    if (this.state !== 'searching') return undefined;
    const ramp = this.#ramp();
    if (ramp !== undefined) return rounded(ramp);
    const wanted = this.#besideSaturation() ?? this.#ofTheInterval();
    return this.#tried(Math.min(wanted, this.#range.to));
  }

  get state(): SearchState {
    const held = this.#trials.filter((trial) => trial.held);
    const missed = this.#trials.filter((trial) => !trial.held);
    if (missed.length === 0) {
      return held.filter(({ arrivalRate }) => arrivalRate >= this.#range.to * (1 - SAME)).length > 0
        ? 'holds everywhere'
        : 'searching';
    }
    const { from } = this.#range;
    const deepest = Math.min(...missed.map(({ arrivalRate }) => arrivalRate));
    if (held.length === 0) {
      return deepest <= from * DEEPEST * (1 + SAME) ? 'misses everywhere' : 'searching';
    }
    if (!this.#isNarrow() || this.#missingSide() !== undefined) return 'searching';
    return this.#isUndecided() ? 'searching' : 'settled';
  }

  /** Whether the gateway sustains the wanted rate; null when that is not known, or none was wanted. */
  reaches(): boolean | null {
    const { atLeast } = this.#range;
    if (atLeast === undefined) return null;
    const knee = this.knee();
    if (knee === undefined) {
      if (this.#rates(true).some((rate) => rate >= atLeast * (1 - SAME))) return true;
      return this.state === 'misses everywhere' ? false : null;
    }
    if (atLeast <= knee.low) return true;
    if (atLeast > knee.high) return false;
    const { held, missed } = this.#triedAt(atLeast);
    return held === missed ? null : held > missed;
  }

  /** The required rate is within the interval: only trials at that rate decide it. */
  #isUndecided(): boolean {
    const { atLeast } = this.#range;
    const knee = this.knee();
    if (atLeast === undefined || knee === undefined) return false;
    if (atLeast <= knee.low || atLeast > knee.high) return false;
    const { held, missed } = this.#triedAt(atLeast);
    return Math.max(held, missed) < REPEATS;
  }

  #triedAt(rate: number): { held: number; missed: number } {
    const at = (held: boolean) =>
      this.#rates(held).filter((each) => Math.abs(Math.log(each / rate)) < SAME / 4).length;
    return { held: at(true), missed: at(false) };
  }

  /**
   * The knee; undefined until one rate was sustained and another was not. Once the gateway was
   * saturated, the knee is at most its highest throughput, then or at a sustained rate: some
   * gateways complete less under overload.
   */
  knee(): Knee | undefined {
    const knee = this.#estimate();
    const saturation = highestSaturation(this.#trials);
    if (knee === undefined || saturation === undefined) return knee;
    const completed = this.#trials
      .filter(({ held }) => held)
      .map(({ throughput = 0 }) => throughput);
    const most = Math.max(saturation.throughput, ...completed);
    return {
      arrivalRate: Math.min(knee.arrivalRate, most),
      low: Math.min(knee.low, most),
      high: Math.min(knee.high, most),
      level: knee.level,
    };
  }

  /** By the outcomes of the trials only: the search uses it, so that both sides are tried. */
  #estimate(): Knee | undefined {
    const held = this.#trials.some((trial) => trial.held);
    if (!held || this.#trials.every((trial) => trial.held)) return undefined;
    const [low, arrivalRate, high] = [(1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2].map((probability) =>
      this.#posterior.quantile(probability),
    );
    if (low === undefined || arrivalRate === undefined || high === undefined) return undefined;
    return { arrivalRate, low, high, level: LEVEL };
  }

  /** Up until a rate is not sustained; down when the first one is not. */
  #ramp(): number | undefined {
    const { from, to } = this.#range;
    const rates = this.#trials.map(({ arrivalRate }) => arrivalRate);
    if (rates.length === 0) return from;
    if (this.#trials.every(({ held }) => held))
      return Math.min(to, Math.max(...rates) * RAMP_FACTOR);
    return this.#trials.every(({ held }) => !held) ? this.#below(Math.min(...rates)) : undefined;
  }

  /** Below the saturated throughput where it is known: each step far above it takes long. */
  #below(lowest: number): number {
    const saturated = (this.#saturated() ?? Number.POSITIVE_INFINITY) * AROUND_SATURATION[0];
    if (saturated < lowest * (1 - SAME)) return saturated;
    return Math.max(this.#range.from * DEEPEST, lowest / DOWN_FACTOR);
  }

  /** Both sides of the saturated throughput, unless the trials show that the knee is elsewhere. */
  #besideSaturation(): number | undefined {
    const saturated = this.#saturated();
    if (saturated === undefined) return undefined;
    const highestHeld = Math.max(0, ...this.#rates(true));
    const lowestMissed = Math.min(...this.#rates(false));
    return AROUND_SATURATION.map((factor) => saturated * factor).find(
      (rate) => rate > highestHeld * (1 + SAME) && rate < lowestMissed * (1 - SAME),
    );
  }

  #saturated(): number | undefined {
    return this.#trials.find((trial) => trial.saturated !== undefined)?.saturated;
  }

  #ofTheInterval(): number {
    const knee = this.#estimate();
    if (knee === undefined) return this.#range.from;
    const side = this.#isNarrow() ? this.#missingSide() : undefined;
    if (this.#isNarrow() && side === undefined && this.#range.atLeast !== undefined) {
      return this.#range.atLeast;
    }
    if (side === 'held') return knee.low;
    return side === 'missed' ? knee.high : this.#nearTheTried(knee.arrivalRate);
  }

  /** The median of a wide posterior can be far from all trials. */
  #nearTheTried(rate: number): number {
    const highestHeld = Math.max(...this.#rates(true));
    const lowestMissed = Math.min(...this.#rates(false));
    const most = Math.max(lowestMissed, highestHeld * LEAP);
    const least = Math.min(highestHeld, lowestMissed / LEAP);
    return Math.min(most, Math.max(least, rate));
  }

  #isNarrow(): boolean {
    const knee = this.#estimate();
    if (knee === undefined) return false;
    return Math.max(knee.high / knee.arrivalRate, knee.arrivalRate / knee.low) <= 1 + PRECISION;
  }

  /** The side of the knee with too few trials that agree with it. */
  #missingSide(): 'held' | 'missed' | undefined {
    const knee = this.#estimate();
    if (knee === undefined) return undefined;
    const near = 2 * PRECISION;
    const held = this.#rates(true).filter(
      (rate) => rate <= knee.arrivalRate * (1 + SAME) && rate >= knee.arrivalRate * (1 - near),
    );
    if (held.length < REPEATS) return 'held';
    const missed = this.#rates(false).filter(
      (rate) => rate >= knee.arrivalRate * (1 - SAME) && rate <= knee.arrivalRate * (1 + near),
    );
    return missed.length < REPEATS && knee.high < this.#range.to ? 'missed' : undefined;
  }

  #rates(held: boolean): number[] {
    return this.#trials.filter((trial) => trial.held === held).map((trial) => trial.arrivalRate);
  }

  /** The rate itself, or one near enough to be tried again instead. */
  #tried(rate: number): number {
    if (rate === this.#range.atLeast) return rate;
    const distance = (other: number) => Math.abs(Math.log(other / rate));
    const [nearest] = this.#trials
      .map(({ arrivalRate }) => arrivalRate)
      .toSorted((a, b) => distance(a) - distance(b));
    return nearest !== undefined && distance(nearest) < SAME ? nearest : rounded(rate);
  }
}

/** A gateway that falls behind fast is almost always above its capacity. */
function doubtOf({ held, slope = 0 }: RateTrial): number {
  if (held) return DOUBTS.held;
  return slope > CLEAR_SLOPE ? DOUBTS.behind : DOUBTS.missed;
}

/** To three digits, or four below 200: finer than the search, and readable. */
function rounded(rate: number): number {
  const digits = Number(rate.toPrecision(1)) === 1 || String(rate).startsWith('1') ? 4 : 3;
  return Number(rate.toPrecision(digits));
}

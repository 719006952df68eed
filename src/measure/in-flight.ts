import type { Timing } from '../exchange/exchange.ts';

/** Parts of a second: a peak shows in one of them. More would cost memory in a long run. */
const SLICES = 4;
const SLICE_MS = 1000 / SLICES;

/** Requests between their send and their end. */
export interface InFlightSecond {
  readonly mean: number;
  /** The mean of the quarter of the second that had the most. */
  readonly most: number;
}

/** How many requests were between their send and their end, in each second. */
export class InFlight {
  /** What changes with a slice, for the requests that last all of it. */
  readonly #steps = new Map<number, number>();
  /** Shares of a slice, for the requests that begin or end within it. */
  readonly #shares = new Map<number, number>();

  add({ sendMs, endMs }: Pick<Timing, 'sendMs' | 'endMs'>): void {
    const [from, to] = [sendMs / SLICE_MS, endMs / SLICE_MS];
    const [first, last] = [Math.floor(from), Math.floor(to)];
    if (first === last) {
      add(this.#shares, first, to - from);
      return;
    }
    add(this.#shares, first, first + 1 - from);
    add(this.#shares, last, to - last);
    add(this.#steps, first + 1, 1);
    add(this.#steps, last, -1);
  }

  /** @param seconds ascending */
  inSeconds(seconds: readonly number[]): readonly InFlightSecond[] {
    const steps = [...this.#steps].toSorted(([one], [other]) => other - one);
    let lasting = 0;
    const inSlice = (at: number): number => {
      while ((steps.at(-1)?.[0] ?? Number.POSITIVE_INFINITY) <= at)
        lasting += steps.pop()?.[1] ?? 0;
      return lasting + (this.#shares.get(at) ?? 0);
    };
    return seconds.map((atS) => {
      const slices = Array.from({ length: SLICES }, (_, at) => inSlice(atS * SLICES + at));
      const sum = slices.reduce((total, each) => total + each, 0);
      return { mean: sum / SLICES, most: Math.max(...slices) };
    });
  }
}

function add(to: Map<number, number>, at: number, count: number): void {
  to.set(at, (to.get(at) ?? 0) + count);
}

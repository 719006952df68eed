import type { Timing } from '../exchange/exchange.ts';

/** How many requests were between their send and their end, as the mean of each second. */
export class InFlight {
  /** What changes with a second, for the requests that last all of it. */
  readonly #steps = new Map<number, number>();
  /** Shares of a second, for the requests that begin or end within it. */
  readonly #shares = new Map<number, number>();

  add({ sendMs, endMs }: Pick<Timing, 'sendMs' | 'endMs'>): void {
    const [from, to] = [sendMs / 1000, endMs / 1000];
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
  meansOf(seconds: readonly number[]): readonly number[] {
    const steps = [...this.#steps].toSorted(([one], [other]) => other - one);
    let lasting = 0;
    return seconds.map((atS) => {
      while ((steps.at(-1)?.[0] ?? Number.POSITIVE_INFINITY) <= atS)
        lasting += steps.pop()?.[1] ?? 0;
      return lasting + (this.#shares.get(atS) ?? 0);
    });
  }
}

function add(to: Map<number, number>, atS: number, count: number): void {
  to.set(atS, (to.get(atS) ?? 0) + count);
}

import { Bounded } from './bounded.ts';

const MOST_KEYS = 200_000;

/**
 * Counts billable effects: one for each execution that came to its result, none for refusals,
 * replays and failures.
 */
export class Ledger {
  #total = 0;
  /** Under each Idempotency-Key, whatever the tenant and the endpoint. */
  readonly #byKey = new Bounded<number>(MOST_KEYS);

  get total(): number {
    return this.#total;
  }

  charge(key: string | undefined): void {
    this.#total += 1;
    if (key !== undefined) this.#byKey.set(key, this.of(key) + 1);
  }

  of(key: string): number {
    return this.#byKey.get(key) ?? 0;
  }
}

/**
 * Counts billable effects: one for each execution that came to its result, none for refusals,
 * replays and failures.
 */
export class Ledger {
  #total = 0;
  /** Under each Idempotency-Key, whatever the tenant and the endpoint; the oldest go first. */
  readonly #byKey = new Map<string, number>();
  readonly #maxKeys: number;

  constructor(maxKeys = 200_000) {
    this.#maxKeys = maxKeys;
  }

  get total(): number {
    return this.#total;
  }

  charge(key: string | undefined): void {
    this.#total += 1;
    if (key === undefined) return;
    this.#byKey.set(key, this.of(key) + 1);
    if (this.#byKey.size > this.#maxKeys) {
      for (const oldest of this.#byKey.keys()) {
        this.#byKey.delete(oldest);
        break;
      }
    }
  }

  of(key: string): number {
    return this.#byKey.get(key) ?? 0;
  }
}

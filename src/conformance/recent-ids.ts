/** Ids in one generation; two are kept, about 100 bytes each. */
const GENERATION = 250_000;

/** Remembers ids in bounded memory: at least the last 250 000, at most twice as many. */
export class RecentIds {
  #young = new Map<string, number>();
  #old: ReadonlyMap<string, number> = new Map();

  /** The exchange that had this id before, if any is remembered. */
  add(id: string, exchange: number): number | undefined {
    const before = this.#young.get(id) ?? this.#old.get(id);
    if (before !== undefined) return before;
    this.#young.set(id, exchange);
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return undefined;
  }
}

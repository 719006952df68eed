/** Holds one answer until another one comes; the two clients get each other's. */
export class Swap<T> {
  #held: ((other?: T) => T) | undefined;

  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** @returns what the client of this answer gets: the next answer, or its own when it is released */
  hold(own: T): Promise<T> {
    return new Promise((resolve) => {
      this.#held = (other = own) => {
        this.#held = undefined;
        resolve(other);
        return own;
      };
    });
  }

  /** @returns the answer that was held; this one when none was */
  exchange(other: T): T {
    return this.#held?.(other) ?? other;
  }

  /** Gives the client that waits, if one does, its own answer. */
  release(): void {
    this.#held?.();
  }
}

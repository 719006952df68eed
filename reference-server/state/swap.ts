/** Gives the client of every nth answer the next one, and that client the first. */
export class Swap<T> {
  readonly #every: number;
  #held: ((other?: T) => T) | undefined;
  #answers = 0;

  constructor(every: number) {
    this.#every = every;
  }

  /**
   * @param isAlone no other answer may come to exchange it with
   * @returns what the client of this answer gets; it waits when it is its turn
   */
  pass(own: T, isAlone = false): T | Promise<T> {
    if (this.#held !== undefined) return this.#held(own);
    if (isAlone) return own;
    this.#answers += 1;
    return this.#answers % this.#every === 0 ? this.#hold(own) : own;
  }

  /** Gives the client that waits, if one does, its own answer. */
  release(): void {
    this.#held?.();
  }

  #hold(own: T): Promise<T> {
    return new Promise((resolve) => {
      this.#held = (other = own) => {
        this.#held = undefined;
        resolve(other);
        return own;
      };
    });
  }
}

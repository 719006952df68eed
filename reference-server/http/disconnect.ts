/** Thrown to end the work for a caller who left; nobody is answered. */
export class Departed extends Error {
  override name = 'Departed' as const;
}

/** Tells the work for a request that its caller left and that nobody wants the result. */
export class Departure {
  #gone = false;
  #listeners: (() => void)[] = [];

  get gone(): boolean {
    return this.#gone;
  }

  leave(): void {
    this.#gone = true;
    for (const listener of this.#listeners) listener();
    this.#listeners = [];
  }

  onLeave(listener: () => void): void {
    if (this.#gone) listener();
    else this.#listeners.push(listener);
  }
}

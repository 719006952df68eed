/** Thrown to end the work for a client that disconnected; no answer is sent. */
export class Departed extends Error {
  override name = 'Departed' as const;
}

/** Signals to the work for a request that its client disconnected and needs no result. */
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

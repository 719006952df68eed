/** Thrown to end the work for a client that disconnected; no answer is sent. */
export class ClientDisconnected extends Error {
  override name = 'ClientDisconnected' as const;
}

/** Signals to the work for a request that its client disconnected and needs no result. */
export class ClientDisconnect {
  #happened = false;
  #listeners: (() => void)[] = [];

  get happened(): boolean {
    return this.#happened;
  }

  signal(): void {
    this.#happened = true;
    for (const listener of this.#listeners) listener();
    this.#listeners = [];
  }

  onSignal(listener: () => void): void {
    if (this.#happened) listener();
    else this.#listeners.push(listener);
  }
}

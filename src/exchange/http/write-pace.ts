/** Writes a request no faster than a rate, piece by piece. */
export class WritePace {
  readonly #bytesPerMs: number;
  #beganMs: number | undefined;
  #bytes = 0;

  /** @param bytesPerSecond Infinity for no limit */
  constructor(bytesPerSecond: number) {
    this.#bytesPerMs = bytesPerSecond / 1000;
  }

  /**
   * Waits until the pieces before this one have had their time.
   * @param bytes of this piece
   * @param ended ends the wait
   */
  async before(bytes: number, ended: Promise<unknown>): Promise<void> {
    if (this.#bytesPerMs === Number.POSITIVE_INFINITY) return;
    this.#beganMs ??= performance.now();
    const dueMs = this.#beganMs + this.#bytes / this.#bytesPerMs;
    this.#bytes += bytes;
    const { promise: due, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, dueMs - performance.now()));
    await Promise.race([due, ended]);
    clearTimeout(timer);
  }
}

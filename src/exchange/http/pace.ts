import type { Readable } from 'node:stream';

type Paused = Pick<Readable, 'pause' | 'resume'>;

/** Reads from a socket or a stream no faster than a rate: what is not read stays with the sender. */
export class ReadPace {
  readonly #socket: Paused;
  readonly #bytesPerMs: number;
  #resuming: NodeJS.Timeout | undefined;

  /** @param bytesPerSecond Infinity for no limit */
  constructor(socket: Paused, bytesPerSecond: number) {
    this.#socket = socket;
    this.#bytesPerMs = bytesPerSecond / 1000;
  }

  /** These bytes were read: no more are until their time has passed. */
  note(bytes: number): void {
    if (this.#bytesPerMs === Number.POSITIVE_INFINITY) return;
    this.#socket.pause();
    clearTimeout(this.#resuming);
    this.#resuming = setTimeout(() => this.#socket.resume(), bytes / this.#bytesPerMs);
  }

  /** Reads without a limit from now on. */
  end(): void {
    if (this.#resuming === undefined) return;
    clearTimeout(this.#resuming);
    this.#socket.resume();
  }
}

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

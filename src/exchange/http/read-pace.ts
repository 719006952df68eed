import type { Socket } from 'node:net';

/** Reads from a socket no faster than a rate: what is not read stays with the sender. */
export class ReadPace {
  readonly #socket: Socket;
  readonly #bytesPerMs: number;
  #resuming: NodeJS.Timeout | undefined;

  /** @param bytesPerSecond Infinity for no limit */
  constructor(socket: Socket, bytesPerSecond: number) {
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

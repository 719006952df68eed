import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from './limits.ts';

/** Reading the clock after every piece of work would cost time. */
const PIECES_A_LOOK = 64;
const BYTES_A_LOOK = 64 * 1024;

/**
 * Slices long synchronous work, such as judging, so that timers, signals and sockets get a turn:
 * `if (turns.isOver(bytes)) await turns.next()` after each piece of work.
 */
export class Turns {
  readonly #sliceMs: number;
  #endsMs: number;
  #pieces = 0;
  #bytes = 0;

  constructor(sliceMs: number = LIMITS.sliceMs.value) {
    this.#sliceMs = sliceMs;
    this.#endsMs = performance.now() + sliceMs;
  }

  /**
   * Whether the turn has taken long enough.
   * @param bytes of the piece of work that was just done; without it, the clock is read now
   */
  isOver(bytes = BYTES_A_LOOK): boolean {
    this.#pieces += 1;
    this.#bytes += bytes;
    if (this.#pieces < PIECES_A_LOOK && this.#bytes < BYTES_A_LOOK) return false;
    this.#pieces = 0;
    this.#bytes = 0;
    return performance.now() > this.#endsMs;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#endsMs = performance.now() + this.#sliceMs;
  }
}

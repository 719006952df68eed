import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT_EVERY_BYTES = 16 * 1024 * 1024;

/**
 * Runs the garbage collector for garbage that is not on its heap, such as buffers
 * of sockets and texts of large bodies: left alone, it lets 100 MB of them pile up.
 */
export class Garbage {
  readonly #kind: 'minor' | 'major';
  #bytes = 0;

  /** @param kind `minor` for what lived only briefly */
  constructor(kind: 'minor' | 'major') {
    this.#kind = kind;
  }

  /** Counts bytes that are garbage from now on. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < COLLECT_EVERY_BYTES) return;
    this.#bytes = 0;
    collect?.({ type: this.#kind });
  }
}

const collect = exposedCollector();

function exposedCollector(): ((options: { type: 'minor' | 'major' }) => void) | undefined {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return typeof found === 'function' ? (options) => found(options) : undefined;
}

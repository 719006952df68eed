import { formatAdded, formatDuration } from '../../report/phrases/number-format.ts';
import type { Progress } from '../terminal/progress.ts';

/** Times are rounded to this: they are estimates. */
const ROUNDED_MS = 10_000;

/** The line of an overhead: `step 1 of 3, block 5 of 10, TTFT +1.1 ms so far, about 2 min left`. */
export class OverheadProgress {
  readonly #progress: Progress;
  readonly #steps: number;
  readonly #blocks: number;
  readonly #startMs: number;
  #done = 0;
  /** The difference of the medians of each pair of blocks of this step, in ms. */
  #differences: number[] = [];

  constructor(progress: Progress, steps: number, blocks: number, now = performance.now()) {
    this.#progress = progress;
    this.#steps = steps;
    this.#blocks = blocks;
    this.#startMs = now;
  }

  /** A block of a pair begins. */
  show(now = performance.now()): void {
    const place = this.#done % this.#blocks;
    const step = Math.floor(this.#done / this.#blocks);
    const pairMs = this.#done === 0 ? undefined : (now - this.#startMs) / this.#done;
    const pairs = this.#steps * this.#blocks - this.#done;
    const words = [
      `step ${step + 1} of ${this.#steps}`,
      `block ${place + 1} of ${this.#blocks}`,
      ...(this.#differences.length === 0 ? [] : [`TTFT ${this.#soFar()} so far`]),
      ...(pairMs === undefined ? [] : [`about ${rounded(pairs * pairMs)} left`]),
    ];
    this.#progress.show(`Overhead: ${words.join(', ')}`);
  }

  /** Both sides of a pair ended: with these times to the first token, in ms, where they had any. */
  end(floorMs: number | undefined, throughMs: number | undefined): void {
    if (floorMs !== undefined && throughMs !== undefined)
      this.#differences.push(throughMs - floorMs);
    this.#done += 1;
    if (this.#done % this.#blocks === 0) this.#differences = [];
  }

  #soFar(): string {
    const mean = this.#differences.reduce((sum, ms) => sum + ms, 0) / this.#differences.length;
    return formatAdded(mean);
  }
}

function rounded(ms: number): string {
  return formatDuration(Math.max(1, Math.round(ms / ROUNDED_MS)) * ROUNDED_MS);
}

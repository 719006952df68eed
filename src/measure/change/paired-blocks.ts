import type { AnswerMode } from '../answer-mode.ts';
import { atMode, type Blocks, type ByMode, eachMode } from '../load-series.ts';
import { Sample, sumOf } from '../sample.ts';

/** Loads of several sides in turn, a block each. Those of one place are compared with each other. */
export class PairedBlocks {
  readonly #sides: ByMode<Sample>[][];

  constructor(sides: number) {
    this.#sides = Array.from({ length: sides }, () => []);
  }

  /** What all sides measured at one place. */
  add(loads: readonly Blocks[]): void {
    for (const [side, load] of loads.entries()) this.#sides[side]?.push(eachMode(load, sumOf));
  }

  /** Places. */
  get count(): number {
    return this.#sides[0]?.length ?? 0;
  }

  /** The blocks of one side, in their order. */
  of(side: number): Blocks {
    const loads = this.#sides[side] ?? [];
    const all = new Map<string, Map<AnswerMode, Sample[]>>();
    for (const [place, load] of loads.entries()) {
      for (const [operation, modes] of load) {
        for (const [mode, sample] of modes) {
          atMode(all, operation, mode, () => loads.map(() => new Sample()))[place] = sample;
        }
      }
    }
    return all;
  }
}

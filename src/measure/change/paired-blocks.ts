import type { AnswerMode } from '../answer-mode.ts';
import type { Block, Blocks } from './load-blocks.ts';
import { Sample } from './sample.ts';

/** Blocks of several gateways in turn. Those of one place are compared with each other. */
export class PairedBlocks {
  readonly #sides: (Block | undefined)[][];

  constructor(gateways: number, places: number) {
    this.#sides = Array.from({ length: gateways }, () => Array(places).fill(undefined));
  }

  set(gateway: number, place: number, block: Block): void {
    const side = this.#sides[gateway];
    if (side !== undefined) side[place] = block;
  }

  /** Places at which every gateway has a block. */
  get usable(): number {
    return this.#places().length;
  }

  /** The blocks of one gateway at the usable places, in their order. */
  of(gateway: number): Blocks {
    const side = this.#sides[gateway] ?? [];
    const blocks = this.#places().map((place) => side[place]);
    const operations = new Map<string, Map<AnswerMode, Sample[]>>();
    for (const [at, block] of blocks.entries()) {
      for (const [operation, modes] of block ?? []) {
        for (const [mode, sample] of modes) {
          const known = operations.get(operation) ?? new Map<AnswerMode, Sample[]>();
          operations.set(operation, known);
          const samples = known.get(mode) ?? blocks.map(() => new Sample());
          known.set(mode, samples);
          samples[at] = sample;
        }
      }
    }
    return operations;
  }

  #places(): readonly number[] {
    const places = this.#sides[0]?.map((_, place) => place) ?? [];
    return places.filter((place) => this.#sides.every((side) => side[place] !== undefined));
  }
}

import { seeded } from '../../../src/input/seeded.ts';
import { Histogram } from '../../../src/measure/histogram.ts';

export interface SyntheticLoad {
  readonly seed: number;
  readonly blocks: number;
  readonly perBlock: number;
  readonly medianMs: number;
  /** Standard deviation of the logarithm of a latency. */
  readonly spread: number;
  /** The same, of what all latencies of a block have in common. */
  readonly drift: number;
  /** Seed of the drift: paired blocks share it. */
  readonly driftSeed?: number;
}

/** Log-normal latencies in blocks, each of which the machine slows down or speeds up as a whole. */
export function syntheticBlocks(load: SyntheticLoad): readonly Histogram[] {
  const own = normal(seeded(load.seed));
  const common = normal(seeded(load.driftSeed ?? load.seed + 500_000));
  return Array.from({ length: load.blocks }, () => {
    const blockMs = load.medianMs * Math.exp(load.drift * common());
    const histogram = new Histogram();
    for (let at = 0; at < load.perBlock; at += 1) {
      histogram.add(blockMs * Math.exp(load.spread * own()));
    }
    return histogram;
  });
}

/** Normal numbers by the Box–Muller transform. */
function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

import type { LoadResult } from '../../load/load-result.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { PairedBlocks } from '../../measure/change/paired-blocks.ts';
import type { Target } from '../../target/target.ts';
import { targetTrouble } from '../target/target-gone.ts';

/** Sides that are loaded in turn, from one generator. */
export interface AlternatingBlocks<Side, Block extends { readonly result: LoadResult }> {
  readonly sides: readonly Side[];
  /** For each side. */
  readonly blocks: number;
  /** The load of one block. */
  readonly workload: Workload;
  readonly signal: AbortSignal;
  readonly run: (side: Side, workload: Workload) => Promise<Block>;
  /** Why the measurement ends with this block; undefined when it goes on. */
  readonly endOf: (side: Side, block: Block) => Promise<BlocksEnd | undefined>;
  /** Called before each block that is measured, with its place from 0. */
  readonly onBlock?: (side: Side, place: number) => void;
  /** Gets the blocks of one place, in the order of the sides, and whether the generator kept up in all. */
  readonly onPlace?: (blocks: readonly Block[], isHealthy: boolean) => void;
}

/** Why blocks ended early. */
export interface BlocksEnd {
  /** A defect of Assay or of the machine. */
  readonly failure?: string;
  /** The budget was spent before the end. */
  readonly isSpent?: true;
  /** Why the target of a side is gone. */
  readonly trouble?: { readonly label: string; readonly reason: string };
}

const WARM_UP_MS = 2000;

/** The time of a first block, which is not measured. */
export function warmUpMs(blockMs: number): number {
  return Math.min(WARM_UP_MS, blockMs);
}

/**
 * Loads sides in alternating blocks, as in A B B A, so that a drift of the machine or the network affects
 * all alike. The blocks of one place have the same seed: the same arrivals and prompts. A first block
 * of each side warms it up and is not measured.
 * @returns the places where the generator kept up on all sides; and why the blocks ended early, unless the signal did
 */
export async function alternatingBlocks<Side, Block extends { readonly result: LoadResult }>(
  order: AlternatingBlocks<Side, Block>,
): Promise<{ readonly pairs: PairedBlocks; readonly end?: BlocksEnd }> {
  const { sides, blocks, workload, signal, run, endOf } = order;
  const pairs = new PairedBlocks(sides.length);
  const warmUp = { ...workload, durationMs: warmUpMs(workload.durationMs) };
  for (const side of sides) {
    const end = await endOf(side, await run(side, warmUp));
    if (end !== undefined) return { pairs, end };
  }
  for (let place = 0; place < blocks && !signal.aborted; place += 1) {
    const seed = (workload.seed + place + 1) % 2 ** 32;
    const sent = new Map<Side, Block>();
    for (const side of place % 2 === 0 ? sides : sides.toReversed()) {
      order.onBlock?.(side, place);
      const block = await run(side, { ...workload, seed });
      const end = await endOf(side, block);
      if (end !== undefined) return { pairs, end };
      sent.set(side, block);
    }
    if (signal.aborted) break;
    const all = sides.flatMap((side) => sent.get(side) ?? []);
    const isHealthy = all.every(({ result }) => result.health.healthy);
    if (isHealthy) pairs.add(all.map(({ result }) => result.measure.series.blocks()));
    order.onPlace?.(all, isHealthy);
  }
  return { pairs };
}

/** What every block may end with: a failure, or a target that is gone. */
export async function endOfBlock(
  target: Target,
  label: string,
  result: LoadResult,
  signal: AbortSignal,
): Promise<BlocksEnd | undefined> {
  if (signal.aborted) return undefined;
  const [failure] = result.failures;
  if (failure !== undefined) return { failure };
  const ended = await target.ended();
  if (ended !== undefined) return { trouble: { label, reason: ended } };
  if (result.targetLoss === undefined) return undefined;
  const reason = await targetTrouble(target, { load: result, which: 'a block' }, { signal });
  return { trouble: { label, reason } };
}

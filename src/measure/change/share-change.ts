import { type Estimate, type Interval, twoSidedT } from './estimate.ts';

/** Counts of one block: how many of all. */
export interface Share {
  readonly count: number;
  readonly all: number;
}

/**
 * Change of a share, after − before, in percentage points. The interval is Newcombe's
 * hybrid score (1998, method 10), which is valid for shares of 0 and 1 too. Errors come in bursts: as
 * many observations count as their spread between the blocks allows (Kish's design effect).
 * @returns undefined when one side has no observation
 */
export function shareChange(
  before: readonly Share[],
  after: readonly Share[],
): Estimate | undefined {
  const [one, other] = [summed(before), summed(after)];
  if (one === undefined || other === undefined) return undefined;
  const delta = other.share - one.share;
  const degrees = Math.max(1, before.length + after.length - 2);
  return {
    delta: delta * 100,
    interval(confidence) {
      const t = twoSidedT(confidence, degrees);
      const [first, second] = [wilson(one, t), wilson(other, t)];
      return {
        low: (delta - Math.hypot(other.share - second.low, first.high - one.share)) * 100,
        high: (delta + Math.hypot(second.high - other.share, one.share - first.low)) * 100,
      };
    },
  };
}

interface Summed {
  readonly share: number;
  /** Independent observations with as much information. */
  readonly effective: number;
}

function summed(blocks: readonly Share[]): Summed | undefined {
  const filled = blocks.filter(({ all }) => all > 0);
  const all = filled.reduce((sum, block) => sum + block.all, 0);
  if (all === 0) return undefined;
  const share = filled.reduce((sum, block) => sum + block.count, 0) / all;
  return { share, effective: all / designEffect(filled, share, all) };
}

/** Variance of the share as the blocks show it, over that of independent observations. */
function designEffect(blocks: readonly Share[], share: number, all: number): number {
  const independent = (share * (1 - share)) / all;
  if (independent === 0 || blocks.length < 2) return 1;
  const squares = blocks.reduce((sum, block) => sum + (block.count - share * block.all) ** 2, 0);
  const observed = (squares * blocks.length) / (blocks.length - 1) / all ** 2;
  return Math.max(1, observed / independent);
}

/** Wilson's score interval of one share. */
function wilson({ share, effective }: Summed, t: number): Interval {
  const middle = share + t ** 2 / (2 * effective);
  const half = t * Math.sqrt((share * (1 - share)) / effective + t ** 2 / (4 * effective ** 2));
  const scale = 1 + t ** 2 / effective;
  return { low: (middle - half) / scale, high: (middle + half) / scale };
}

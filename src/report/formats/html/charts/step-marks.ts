import { type Markup, markup } from '../../../phrases/markup.ts';
import type { CapacityStep } from '../../../schema/capacity.ts';
import { type Area, type Position, tickLabel } from './plot.ts';

/** Labels nearer than this would overlap. */
const LABEL_WIDTH = 30;

/** A tick at each rate that was tried, with its label where there is room. */
export function rateTicks(
  steps: readonly Pick<CapacityStep, 'arrivalRate'>[],
  x: Position,
  { height, bottom }: Area,
): Markup[] {
  let last = Number.NEGATIVE_INFINITY;
  return steps.map(({ arrivalRate }) => {
    const at = x(arrivalRate);
    const hasRoom = at - last >= LABEL_WIDTH;
    if (hasRoom) last = at;
    const label =
      hasRoom &&
      markup`<text class="tick" x="${at.toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${tickLabel(arrivalRate)}</text>`;
    return markup`<path class="grid" d="M${at.toFixed(1)} ${height - bottom}v5"/>${label}`;
  });
}

interface MarkPlace {
  readonly x: number;
  readonly y: number;
  /** Shown on hover. */
  readonly title: string;
}

/** A dot for a step that was sustained, a cross for any other. */
export function stepMark(outcome: CapacityStep['outcome'], { x, y, title }: MarkPlace): Markup {
  return outcome === 'sustained'
    ? markup`<circle class="sustained" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.500"><title>${title}</title></circle>`
    : markup`<path class="missed" d="M${(x - 4).toFixed(1)} ${(y - 4).toFixed(1)}l8 8m0 -8l-8 8"><title>${title}</title></path>`;
}

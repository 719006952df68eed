import { type Markup, markup } from '../phrases/markup.ts';
import { formatMilliseconds } from '../phrases/number-format.ts';
import { modeName } from '../phrases/operation-figures.ts';
import { clip } from '../phrases/printable.ts';
import type { OperationTimeline, TimelineColumn } from '../schema/timeline.ts';
import { figure, type Plot, plotOf, secondsLabel } from './plot.ts';

/** Shades: a cell has the first whose share of the fullest cell it reaches. */
const SHADES = [0.6, 0.3, 0.12, 0.04, 0] as const;

export interface HeatMapScale {
  readonly widthS: number;
  readonly endS: number;
  readonly binRatio: number;
}

interface Cell {
  readonly atS: number;
  readonly bin: number;
  readonly count: number;
}

/** Responses by time and latency: two modes of a gateway are two bands. */
export function heatMap(timeline: OperationTimeline, scale: HeatMapScale): Markup | false {
  const cells = timeline.columns.flatMap(cellsOf);
  const bins = cells.map(({ bin }) => bin);
  const [low, high] = [Math.min(...bins), Math.max(...bins) + 1];
  if (timeline.columns.length < 2 || high - low < 2) return false;
  const fullest = Math.max(...cells.map(({ count }) => count));
  const ms = (bin: number) => scale.binRatio ** bin;
  const plot = plotOf({
    x: { from: 0, to: scale.endS, name: '', label: secondsLabel },
    y: { from: ms(low), to: ms(high), log: true, name: 'responses by time and latency, ms' },
  });
  const place = (cell: Cell) => cellPath(cell, { ...scale, ms }, plot);
  const drawing = SHADES.map((_, shade) => {
    const drawn = cells.filter(({ count }) => shadeOf(count / fullest) === shade).map(place);
    // One path is a tenth of the size of as many boxes.
    return drawn.length > 0 && markup`<path class="heat heat-${shade}" d="${drawn.join('')}"/>`;
  });
  const name = clip(modeName(timeline.operation, timeline.mode), 80);
  const description = `Responses of ${name} by time and request latency, from ${formatMilliseconds(ms(low))} to ${formatMilliseconds(ms(high))}.`;
  return figure({ title: name, description, plot, drawing });
}

function cellsOf({ atS, heat }: TimelineColumn): Cell[] {
  const [first = '', counts = ''] = heat?.split(':') ?? [];
  return counts
    .split(',')
    .map((count, at) => ({ atS, bin: Number(first) + at, count: Number(count) }))
    .filter(({ count }) => count > 0);
}

function shadeOf(share: number): number {
  return SHADES.findIndex((least) => share >= least);
}

function cellPath(
  { atS, bin }: Cell,
  { widthS, ms }: { readonly widthS: number; readonly ms: (bin: number) => number },
  { x, y }: Plot,
): string {
  const [left, right] = [x(atS), x(atS + widthS)].map((each) => each.toFixed(1));
  const [low, high] = [y(ms(bin)), y(ms(bin + 1))].map((each) => each.toFixed(1));
  return `M${left} ${low}V${high}H${right}V${low}z`;
}

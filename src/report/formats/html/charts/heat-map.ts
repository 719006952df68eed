import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatMilliseconds } from '../../../phrases/number-format.ts';
import { modeName } from '../../../phrases/operation-figures.ts';
import { clip } from '../../../phrases/printable.ts';
import type { OperationTimeline, TimelineColumn } from '../../../schema/timeline.ts';
import { type Area, across, type Position, tickLabel, timeAxis } from './plot.ts';

const AREA: Area = { width: 440, height: 204, left: 46, right: 12, top: 12, bottom: 26 };
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
  const x = across(AREA, 0, scale.endS);
  const rows = (AREA.height - AREA.top - AREA.bottom) / (high - low);
  const y: Position = (bin) => AREA.height - AREA.bottom - (bin - low) * rows;
  const name = modeName(timeline.operation, timeline.mode);
  const ms = (bin: number) => scale.binRatio ** bin;
  const step = Math.max(1, Math.ceil((high - low) / 5));
  const ticks = Array.from(
    { length: Math.floor((high - low) / step) + 1 },
    (_, at) => low + at * step,
  );
  return markup`<figure class="chart"><figcaption>${clip(name, 80)} <span>responses by time and latency, ms</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="Responses of ${name} by time and request latency, from ${formatMilliseconds(ms(low))} to ${formatMilliseconds(ms(high))}.">
${ticks.map((bin) => markup`<text class="tick" x="${AREA.left - 6}" y="${y(bin).toFixed(1)}" dy="4" text-anchor="end">${tickLabel(Number(ms(bin).toPrecision(2)))}</text>`)}
${timeAxis(0, scale.endS, x, AREA)}
${SHADES.map((_, shade) =>
  shadePath(
    cells.filter(({ count }) => shadeOf(count / fullest) === shade),
    shade,
    { x, y, rows, widthS: scale.widthS },
  ),
)}
</svg></figure>
`;
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

interface Places {
  readonly x: Position;
  readonly y: Position;
  readonly rows: number;
  readonly widthS: number;
}

/** All cells of a shade in one path, which is a tenth of the size of as many boxes. */
function shadePath(
  cells: readonly Cell[],
  shade: number,
  { x, y, rows, widthS }: Places,
): Markup | false {
  if (cells.length === 0) return false;
  const drawing = cells.map(({ atS, bin }) => {
    const [left, right] = [x(atS), x(atS + widthS)];
    return `M${left.toFixed(1)} ${y(bin).toFixed(1)}v-${rows.toFixed(1)}H${right.toFixed(1)}v${rows.toFixed(1)}z`;
  });
  return markup`<path class="heat heat-${shade}" d="${drawing.join('')}"/>`;
}

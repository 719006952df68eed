import { type Markup, markup } from '../../../phrases/markup.ts';
import { type Area, across, linePath, type Position, tickLabel } from './plot.ts';

/** How long the slowest 100 − `percent` of the responses took at least. */
export interface CurvePoint {
  readonly percent: number;
  readonly ms: number;
}

/** Where percentiles lie in a drawing: the latency to the right, the share of slower ones upwards. */
export interface PercentileAxes {
  readonly area: Area;
  readonly x: Position;
  readonly y: Position;
  /** Grid and ticks. */
  readonly frame: Markup;
}

const AREA: Area = { width: 440, height: 204, left: 46, right: 14, top: 12, bottom: 30 };

/** The share of slower responses at the top of the drawing, as a power of ten: one in 10 000. */
const DEEPEST = 4;
const LEVELS = [50, 90, 99, 99.9, 99.99] as const;
/** Fewer points do not make a curve. */
const LEAST_POINTS = 4;

/**
 * The axes of curves, both logarithmic: a long tail is a line that bends to the right. Undefined
 * where no curve has enough points.
 */
export function percentileAxes(
  curves: readonly (readonly CurvePoint[])[],
): PercentileAxes | undefined {
  if (!curves.some((points) => points.length >= LEAST_POINTS)) return undefined;
  const all = curves.flat().map(({ ms }) => ms);
  const least = Math.max(Math.min(...all), 0.01);
  const most = Math.max(...all, least * 1.05);
  const along = across(AREA, Math.log(least), Math.log(most));
  const x: Position = (ms) => along(Math.log(Math.max(ms, least)));
  const y: Position = (percent) =>
    AREA.height -
    AREA.bottom -
    (Math.min(DEEPEST, -Math.log10(1 - percent / 100)) / DEEPEST) *
      (AREA.height - AREA.top - AREA.bottom);
  const frame = markup`${LEVELS.map((percent) => level(percent, y))}
${ticksOf(least, most).map((ms) => tick(ms, x))}`;
  return { area: AREA, x, y, frame };
}

/** The points of a curve as a report has them, the lowest percentile first. */
export function curvePoints(curve: Readonly<Record<string, number>>): readonly CurvePoint[] {
  return Object.entries(curve)
    .map(([percent, ms]) => ({ percent: Number(percent), ms }))
    .toSorted((one, other) => one.percent - other.percent);
}

/** The line of a curve, without its maximum, which has no height. */
export function curveLine(points: readonly CurvePoint[], { x, y }: PercentileAxes): string {
  return linePath(belowMaximum(points).map(({ percent, ms }) => [x(ms), y(percent)] as const));
}

export function belowMaximum(points: readonly CurvePoint[]): readonly CurvePoint[] {
  return points.filter(({ percent }) => percent < 100);
}

function level(percent: number, y: Position): Markup {
  const height = y(percent).toFixed(1);
  return markup`<path class="grid" d="M${AREA.left} ${height}H${AREA.width - AREA.right}"/><text class="tick" x="${AREA.left - 6}" y="${height}" dy="4" text-anchor="end">p${percent}</text>`;
}

/** 1, 2 and 5 of each power of ten; the ends where there are none between. */
function ticksOf(least: number, most: number): readonly number[] {
  const first = Math.floor(Math.log10(least));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(most)) - first + 1 },
    (_, index) => 10 ** (first + index),
  );
  const steps = powers.length > 3 ? [1] : [1, 2, 5];
  const round = powers.flatMap((power) => steps.map((step) => step * power));
  const inside = round.filter((value) => value >= least && value <= most);
  return inside.length > 1 ? inside : [least, most];
}

function tick(ms: number, x: Position): Markup {
  const at = x(ms).toFixed(1);
  return markup`<path class="grid" d="M${at} ${AREA.height - AREA.bottom}v5"/><text class="tick" x="${at}" y="${AREA.height - 9}" text-anchor="middle">${tickLabel(ms)}</text>`;
}

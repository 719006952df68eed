import { METRICS, subjectName } from '../performance/phrases.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { formatMilliseconds } from '../phrases/number-format.ts';
import { modeName } from '../phrases/operation-figures.ts';
import { clip } from '../phrases/printable.ts';
import type { OperationTimeline, TimelineColumn } from '../schema/load.ts';
import type { PerformanceCurve } from '../schema/performance.ts';
import { dot, figure, lineMark, type Plot, plotOf, secondsLabel } from './plot.ts';

/** The time within which a share of the responses came. */
interface CurvePoint {
  readonly percent: number;
  readonly ms: number;
}

interface Curve {
  readonly label: string;
  readonly kind: string;
  /** The lowest percentile first. */
  readonly points: readonly CurvePoint[];
}

/** Fewer points do not make a curve. */
const LEAST_POINTS = 4;
const LABEL_CHARACTERS = 40;

/** Which share of the responses took longer than a latency. */
export function percentileCurve(timeline: OperationTimeline): Markup | false {
  const name = modeName(timeline.operation, timeline.mode);
  const curve = { label: 'request latency', kind: 'first', points: pointsOf(timeline.curve) };
  return curveFigure(name, 'request latency', [curve]);
}

/** The percentiles of a subject over those of the first one. */
export function curveChart(
  curve: PerformanceCurve,
  at: number,
  labels: readonly string[],
): Markup | false {
  const curves = [0, at + 1].map((side) => ({
    label: clip(labels[side] ?? '', LABEL_CHARACTERS),
    kind: side === 0 ? 'first' : 'second',
    points: pointsOf(curve.subjects[side] ?? {}),
  }));
  return curveFigure(subjectName(curve), METRICS[curve.metric], curves);
}

function pointsOf(curve: Readonly<Record<string, number>>): readonly CurvePoint[] {
  return Object.entries(curve)
    .map(([percent, ms]) => ({ percent: Number(percent), ms }))
    .toSorted((one, other) => one.percent - other.percent);
}

/** The latency to the right; upwards one over the share that is slower, so that a long tail bends right. */
function curveFigure(name: string, metric: string, curves: readonly Curve[]): Markup | false {
  if (!curves.some(({ points }) => points.length >= LEAST_POINTS)) return false;
  const all = curves.flatMap(({ points }) => points.map(({ ms }) => ms));
  const least = Math.max(Math.min(...all), 0.01);
  const plot = plotOf({
    x: { from: least, to: Math.max(...all, least * 1.05), log: true, name: 'ms' },
    y: { from: 1, to: 10_000, log: true, name: `percentiles of the ${metric}`, label: percentText },
  });
  const title = clip(name, 80);
  return figure({
    title,
    description: `${metric} of ${title}: ${curves.map(describe).join('; ')}.`,
    plot,
    drawing: curves.map((curve) => curveMarks(curve, plot)),
    more: 'stroke at the top: the slowest',
    legend: curves.map(({ kind, label }) => ({ kind, name: label })),
  });
}

/** `p99` of one in 100 that is slower. */
function percentText(oneIn: number): string {
  return `p${Number((100 - 100 / oneIn).toFixed(3))}`;
}

/** Its maximum has no height: it is where the line ends. */
function curveMarks({ kind, points }: Curve, plot: Plot): Markup {
  const below = points.filter(({ percent }) => percent < 100);
  const last = points.at(-1);
  const oneIn = (percent: number) => 100 / (100 - percent);
  const dots = below.map(({ percent, ms }) => {
    const title = `p${percent} ${formatMilliseconds(ms)}`;
    return dot(plot, [ms, oneIn(percent)], { kind: `point ${kind}`, radius: 2.5, title });
  });
  const line = below.map(({ percent, ms }) => [ms, oneIn(percent)] as const);
  const max =
    last?.percent === 100 &&
    markup`<path class="line ${kind} max" d="M${plot.x(last.ms).toFixed(1)} ${plot.top}v12"><title>max ${formatMilliseconds(last.ms)}</title></path>`;
  return markup`${lineMark(plot, kind, line)}${dots}${max}`;
}

function describe({ label, points }: Curve): string {
  const shown = points
    .filter(({ percent }) => percent >= 50)
    .map(
      ({ percent, ms }) => `${percent === 100 ? 'max' : `p${percent}`} ${formatMilliseconds(ms)}`,
    );
  return `${label} ${shown.join(', ')}`;
}

/** Shades: a cell has the first whose share of the fullest cell it reaches. */
const SHADES = [0.6, 0.3, 0.12, 0.04, 0] as const;

interface HeatMapScale {
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

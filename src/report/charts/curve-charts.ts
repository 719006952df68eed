import { METRICS, subjectName } from '../performance/phrases.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { formatMilliseconds } from '../phrases/number-format.ts';
import { modeName } from '../phrases/operation-figures.ts';
import { clip } from '../phrases/printable.ts';
import type { PerformanceCurve } from '../schema/performance.ts';
import type { OperationTimeline } from '../schema/timeline.ts';
import { figure, linePath, type Plot, plotOf } from './plot.ts';

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
  const path = linePath(
    plot,
    below.map(({ percent, ms }) => [ms, oneIn(percent)] as const),
  );
  const dots = below.map(
    ({ percent, ms }) =>
      markup`<circle class="point ${kind}" cx="${plot.x(ms).toFixed(1)}" cy="${plot.y(oneIn(percent)).toFixed(1)}" r="2.500"><title>p${percent} ${formatMilliseconds(ms)}</title></circle>`,
  );
  const max =
    last?.percent === 100 &&
    markup`<path class="line ${kind} max" d="M${plot.x(last.ms).toFixed(1)} ${plot.top}v12"><title>max ${formatMilliseconds(last.ms)}</title></path>`;
  return markup`<path class="line ${kind}" d="${path}"/>${dots}${max}`;
}

function describe({ label, points }: Curve): string {
  const shown = points
    .filter(({ percent }) => percent >= 50)
    .map(
      ({ percent, ms }) => `${percent === 100 ? 'max' : `p${percent}`} ${formatMilliseconds(ms)}`,
    );
  return `${label} ${shown.join(', ')}`;
}

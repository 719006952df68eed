import {
  type CurvePoint,
  curveLine,
  curvePoints,
  percentileAxes,
} from '../formats/html/charts/percentile-axes.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { formatMilliseconds } from '../phrases/number-format.ts';
import { clip } from '../phrases/printable.ts';
import type { PerformanceCurve } from '../schema/performance.ts';
import { METRICS, subjectName } from './phrases.ts';

const LABEL_CHARACTERS = 40;

/** The percentiles of a subject over those of the first one. */
export function curveChart(
  curve: PerformanceCurve,
  at: number,
  labels: readonly string[],
): Markup | false {
  const sides = [0, at + 1].map((side) => ({
    label: clip(labels[side] ?? '', LABEL_CHARACTERS),
    points: curvePoints(curve.subjects[side] ?? {}),
  }));
  const axes = percentileAxes(sides.map(({ points }) => points));
  if (axes === undefined) return false;
  const { area, frame } = axes;
  const name = subjectName(curve);
  return markup`<figure class="chart"><figcaption>${clip(name, 80)} <span>percentiles of the ${METRICS[curve.metric]}, ms</span></figcaption>
<svg viewBox="0 0 ${area.width} ${area.height}" role="img" aria-label="${METRICS[curve.metric]} of ${clip(name, 80)}: ${sides.map(describe).join('; ')}.">
${frame}
${sides.map(
  ({ label, points }, side) =>
    markup`<path class="line ${KINDS[side] ?? 'second'}" d="${curveLine(points, axes)}"><title>${label}</title></path>`,
)}
</svg><p class="legend">${sides.map(({ label }, side) => markup`<span class="${KINDS[side] ?? 'second'}">${label}</span> `)}</p></figure>
`;
}

const KINDS = ['first', 'second'] as const;

interface Side {
  readonly label: string;
  readonly points: readonly CurvePoint[];
}

function describe({ label, points }: Side): string {
  const shown = points.filter(({ percent }) => DESCRIBED.has(percent));
  const percentiles = shown.map(({ percent, ms }) => `p${percent} ${formatMilliseconds(ms)}`);
  return `${label} ${percentiles.join(', ')}`;
}

const DESCRIBED: ReadonlySet<number> = new Set([50, 95, 99]);

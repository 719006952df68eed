import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatMilliseconds } from '../../../phrases/number-format.ts';
import { modeName } from '../../../phrases/operation-figures.ts';
import { clip } from '../../../phrases/printable.ts';
import type { OperationTimeline } from '../../../schema/timeline.ts';
import {
  belowMaximum,
  type CurvePoint,
  curveLine,
  curvePoints,
  percentileAxes,
} from './percentile-axes.ts';

/** Which share of the responses took longer than a latency. */
export function percentileCurve(timeline: OperationTimeline): Markup | false {
  const points = curvePoints(timeline.curve);
  const axes = percentileAxes([points]);
  const last = points.at(-1);
  if (axes === undefined || last === undefined) return false;
  const { area, x, y, frame } = axes;
  const name = modeName(timeline.operation, timeline.mode);
  return markup`<figure class="chart"><figcaption>${clip(name, 80)} <span>percentiles of the request latency, ms</span></figcaption>
<svg viewBox="0 0 ${area.width} ${area.height}" role="img" aria-label="${describe(name, points)}">
${frame}
<path class="line first" d="${curveLine(points, axes)}"/>
${belowMaximum(points).map(({ percent, ms }) => markup`<circle class="point" cx="${x(ms).toFixed(1)}" cy="${y(percent).toFixed(1)}" r="2.500"><title>p${percent} ${formatMilliseconds(ms)}</title></circle>`)}
<path class="line edge" d="M${x(last.ms).toFixed(1)} ${area.top}V${area.height - area.bottom}"><title>max ${formatMilliseconds(last.ms)}</title></path><text class="tick" x="${x(last.ms) - 4}" y="${area.top + 8}" text-anchor="end">max</text>
</svg></figure>
`;
}

function describe(name: string, points: readonly CurvePoint[]): string {
  const shown = points
    .filter(({ percent }) => percent >= 50)
    .map(
      ({ percent, ms }) => `${percent === 100 ? 'max' : `p${percent}`} ${formatMilliseconds(ms)}`,
    );
  return `Request latency of ${name}: ${shown.join(', ')}.`;
}

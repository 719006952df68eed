import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatMilliseconds } from '../../../phrases/number-format.ts';
import { modeName } from '../../../phrases/operation-figures.ts';
import { clip } from '../../../phrases/printable.ts';
import type { OperationTimeline } from '../../../schema/timeline.ts';
import { type Area, across, linePath, type Position, tickLabel } from './plot.ts';

const AREA: Area = { width: 440, height: 204, left: 46, right: 14, top: 12, bottom: 30 };

/** The share of slower responses at the top of the drawing, as a power of ten: one in 10 000. */
const DEEPEST = 4;
const LEVELS = [50, 90, 99, 99.9, 99.99] as const;

/**
 * Which share of the responses took longer than a latency, on a logarithmic scale: a long tail is
 * a line that bends to the right.
 */
export function percentileCurve(timeline: OperationTimeline): Markup | false {
  const points = pointsOf(timeline);
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 4) return false;
  const [least, most] = [Math.max(first.ms, 0.01), Math.max(last.ms, first.ms * 1.05)];
  const along = across(AREA, Math.log(least), Math.log(most));
  const x: Position = (ms) => along(Math.log(Math.max(ms, least)));
  const y: Position = (percent) =>
    AREA.height -
    AREA.bottom -
    (Math.min(DEEPEST, -Math.log10(1 - percent / 100)) / DEEPEST) *
      (AREA.height - AREA.top - AREA.bottom);
  const below = points.filter(({ percent }) => percent < 100);
  const name = modeName(timeline.operation, timeline.mode);
  return markup`<figure class="chart"><figcaption>${clip(name, 80)} <span>percentiles of the request latency, ms</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${describe(name, points)}">
${LEVELS.map((percent) => level(percent, y))}
${ticksOf(least, most).map((ms) => tick(ms, x))}
<path class="line first" d="${linePath(below.map(({ percent, ms }) => [x(ms), y(percent)] as const))}"/>
${below.map(({ percent, ms }) => markup`<circle class="point" cx="${x(ms).toFixed(1)}" cy="${y(percent).toFixed(1)}" r="2.500"><title>p${percent} ${formatMilliseconds(ms)}</title></circle>`)}
<path class="line edge" d="M${x(last.ms).toFixed(1)} ${AREA.top}V${AREA.height - AREA.bottom}"><title>max ${formatMilliseconds(last.ms)}</title></path><text class="tick" x="${x(last.ms) - 4}" y="${AREA.top + 8}" text-anchor="end">max</text>
</svg></figure>
`;
}

interface Point {
  readonly percent: number;
  readonly ms: number;
}

function pointsOf({ curve }: OperationTimeline): readonly Point[] {
  return Object.entries(curve)
    .map(([percent, ms]) => ({ percent: Number(percent), ms }))
    .toSorted((one, other) => one.percent - other.percent);
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

function describe(name: string, points: readonly Point[]): string {
  const shown = points
    .filter(({ percent }) => percent >= 50)
    .map(
      ({ percent, ms }) => `${percent === 100 ? 'max' : `p${percent}`} ${formatMilliseconds(ms)}`,
    );
  return `Request latency of ${name}: ${shown.join(', ')}.`;
}

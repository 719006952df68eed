import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatArrivalRate, formatDigits } from '../../../phrases/number-format.ts';
import type { OverheadFigureReport, OverheadReport } from '../../../schema/overhead.ts';
import { type Area, across, gridLine, linePath, niceTop, type Position, upwards } from './plot.ts';
import { rateTicks } from './step-marks.ts';

const AREA: Area = { width: 440, height: 250, left: 46, right: 40, top: 16, bottom: 40 };

type Mode = OverheadFigureReport['mode'];

/** What a line of each mode shows. */
const SHOWN = { stream: 'ttft', body: 'e2e' } as const;
const TITLES = { stream: 'TTFT of streams', body: 'Request latency of bodies' } as const;
const LINES = [
  { percent: 50, kind: 'first' },
  { percent: 99, kind: 'second' },
] as const;

type Percentile = OverheadFigureReport['percentiles'][number];

interface Point {
  readonly arrivalRate: number;
  readonly percentiles: readonly Percentile[];
}

/** Overhead against the arrival rate, with the 95 % interval of each median. */
export function overheadAgainstRate(report: OverheadReport, mode: Mode): Markup | undefined {
  const points = pointsOf(report, mode);
  if (points.length < 2) return undefined;
  const values = points.flatMap(({ percentiles }) =>
    percentiles.map(({ overheadMs, interval }) => Math.max(overheadMs, interval?.high ?? 0)),
  );
  const top = niceTop(Math.max(0, ...values));
  const rates = points.map(({ arrivalRate }) => arrivalRate);
  const x = across(AREA, 0, Math.max(...rates));
  const y = upwards(AREA, top);
  return markup`<figure class="chart"><figcaption>Overhead against rate: ${TITLES[mode]} <span>ms, req/s</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${describe(points, mode)}">
${[0, top / 2, top].map((value) => gridLine(value, y, AREA))}
${rateTicks(points, x, AREA)}
${LINES.map(({ percent, kind }) => line(points, percent, kind, { x, y }))}
${points.map((point) => intervalBar(point, { x, y }))}
${labels(points, y)}
</svg></figure>
`;
}

interface Place {
  readonly x: Position;
  readonly y: Position;
}

function pointsOf({ steps }: OverheadReport, mode: Mode): readonly Point[] {
  return steps.flatMap(({ arrivalRate, figures }) => {
    const figure = figures.find(
      (each) => each.mode === mode && each.metric === SHOWN[mode] && each.method === 'difference',
    );
    if (arrivalRate === undefined || figure === undefined) return [];
    return [{ arrivalRate, percentiles: figure.percentiles }];
  });
}

function at({ percentiles }: Point, percent: number): Percentile | undefined {
  return percentiles.find((each) => each.percent === percent);
}

function line(points: readonly Point[], percent: number, kind: string, { x, y }: Place): Markup {
  const drawn = points.map((point) => {
    const found = at(point, percent);
    return found && ([x(point.arrivalRate), y(Math.max(0, found.overheadMs))] as const);
  });
  return markup`<path class="line ${kind}" d="${linePath(drawn)}"/>`;
}

function intervalBar(point: Point, { x, y }: Place): Markup | undefined {
  const median = at(point, 50);
  if (median?.interval === undefined) return undefined;
  const { low, high } = median.interval;
  const left = x(point.arrivalRate).toFixed(1);
  const title = `${formatArrivalRate(point.arrivalRate)}: p50 ${formatDigits(median.overheadMs)} ms, 95 % CI ${formatDigits(low)}–${formatDigits(high)} ms`;
  return markup`<path class="grid" d="M${left} ${y(Math.max(0, low)).toFixed(1)}V${y(Math.max(0, high)).toFixed(1)}"/><circle class="sustained" cx="${left}" cy="${y(Math.max(0, median.overheadMs)).toFixed(1)}" r="3.500"><title>${title}</title></circle>`;
}

const LABEL_HEIGHT = 14;

/** At the right ends of the lines, moved apart where they are close. */
function labels(points: readonly Point[], y: Position): Markup[] {
  let above = -LABEL_HEIGHT;
  return LINES.toReversed().flatMap(({ percent, kind }) => {
    const last = points.map((point) => at(point, percent)).findLast((each) => each !== undefined);
    if (last === undefined) return [];
    above = Math.max(y(Math.max(0, last.overheadMs)), above + LABEL_HEIGHT);
    return [
      markup`<text class="name ${kind}" x="${AREA.width - AREA.right + 6}" y="${above.toFixed(1)}" dy="4">p${percent}</text>`,
    ];
  });
}

function describe(points: readonly Point[], mode: Mode): string {
  const ends = [points[0], points.at(-1)].flatMap((point) => {
    const median = point && at(point, 50);
    return median === undefined
      ? []
      : [`${formatDigits(median.overheadMs)} ms at ${formatArrivalRate(point?.arrivalRate ?? 0)}`];
  });
  return `Median overhead, ${TITLES[mode]}, against the arrival rate: ${ends.join(' to ')}. The figures are in the table below.`;
}

import { type Markup, markup } from '../phrases/markup.ts';
import { formatArrivalRate, formatDigits } from '../phrases/number-format.ts';
import type {
  OverheadFigureReport,
  OverheadReport,
  OverheadStepReport,
} from '../schema/overhead.ts';
import { figure, linePath, type Plot, plotOf } from './plot.ts';

/** What a line of each mode shows. */
const SHOWN = {
  stream: { metric: 'ttft', title: 'TTFT of streams' },
  body: { metric: 'e2e', title: 'Request latency of bodies' },
} as const;
const LINES = [
  { percent: 50, kind: 'first', name: 'p50 with its 95 % CI' },
  { percent: 90, kind: 'second', name: 'p90' },
] as const;

type Mode = keyof typeof SHOWN;
type Percentile = OverheadFigureReport['percentiles'][number];

interface Point {
  readonly arrivalRate: number;
  readonly percentiles: ReadonlyMap<number, Percentile>;
}

/** Overhead against the arrival rate, and the delay of each token of a stream. */
export function overheadCharts(overhead: OverheadReport): readonly (Markup | undefined)[] {
  const [first] = overhead.steps;
  return [
    overheadAgainstRate(overhead, 'stream'),
    overheadAgainstRate(overhead, 'body'),
    first && tokenDelays(first),
  ];
}

function overheadAgainstRate(report: OverheadReport, mode: Mode): Markup | undefined {
  const points = pointsOf(report, mode);
  if (points.length < 2) return undefined;
  const drawn = points.flatMap(({ percentiles }) =>
    LINES.flatMap(({ percent }) => percentiles.get(percent) ?? []),
  );
  const values = drawn.flatMap(({ overheadMs, interval }) => [
    overheadMs,
    interval?.low ?? 0,
    interval?.high ?? 0,
  ]);
  const rates = points.map(({ arrivalRate }) => arrivalRate);
  const plot = plotOf({
    x: { from: Math.min(...rates), to: Math.max(...rates), log: true, name: 'requests per second' },
    y: { from: Math.min(0, ...values), to: Math.max(0, ...values), name: 'ms', nice: true },
  });
  const drawing = markup`${LINES.map(({ percent, kind }) => {
    const line = points.map(({ arrivalRate, percentiles }) => {
      const found = percentiles.get(percent);
      return found && ([arrivalRate, found.overheadMs] as const);
    });
    return markup`<path class="line ${kind}" d="${linePath(plot, line)}"/>`;
  })}
${points.map((point) => intervalBar(point, plot))}`;
  const { title } = SHOWN[mode];
  const medians = [points[0], points.at(-1)].flatMap((point) => {
    const median = point?.percentiles.get(50);
    return median === undefined
      ? []
      : [`${formatDigits(median.overheadMs)} ms at ${formatArrivalRate(point?.arrivalRate ?? 0)}`];
  });
  return figure({
    title: `Overhead against rate: ${title}`,
    description: `Median overhead, ${title}, against the arrival rate: ${medians.join(' to ')}. The figures are in the table below.`,
    plot,
    drawing,
    legend: LINES,
  });
}

function pointsOf({ steps }: OverheadReport, mode: Mode): readonly Point[] {
  return steps.flatMap(({ arrivalRate, figures }) => {
    const figureOfMode = figures.find(
      (each) =>
        each.mode === mode && each.metric === SHOWN[mode].metric && each.method === 'difference',
    );
    if (arrivalRate === undefined || figureOfMode === undefined) return [];
    const percentiles = new Map(figureOfMode.percentiles.map((each) => [each.percent, each]));
    return [{ arrivalRate, percentiles }];
  });
}

function intervalBar({ arrivalRate, percentiles }: Point, { x, y }: Plot): Markup | undefined {
  const median = percentiles.get(50);
  if (median?.interval === undefined) return undefined;
  const { low, high } = median.interval;
  const left = x(arrivalRate).toFixed(1);
  const title = `${formatArrivalRate(arrivalRate)}: p50 ${formatDigits(median.overheadMs)} ms, 95 % CI ${formatDigits(low)} to ${formatDigits(high)} ms`;
  return markup`<path class="line first" d="M${left} ${y(low).toFixed(1)}V${y(high).toFixed(1)}"/><circle class="point first" cx="${left}" cy="${y(median.overheadMs).toFixed(1)}" r="3"><title>${title}</title></circle>`;
}

type Places = NonNullable<OverheadStepReport['tokens']>['places'];
type Delay = Places[number]['floor'];

const SIDES = [
  { side: 'floor', name: 'direct', kind: 'second', asideBy: -2 },
  { side: 'through', name: 'through', kind: 'first', asideBy: 2 },
] as const;

/**
 * The delay of each token of a stream, without the gateway and through it: from p50 (the dot) to p90
 * (the end of the bar). Undefined where it was not measured.
 */
function tokenDelays({ tokens }: OverheadStepReport): Markup | undefined {
  const places = tokens?.places ?? [];
  const delays = places.flatMap(({ floor, through }) => [floor, through]);
  const highest = Math.max(0, ...delays.map(({ p50 = 0, p90 = p50 }) => p90));
  if (highest === 0) return undefined;
  const plot = plotOf({
    x: { from: 1, to: places.length, name: 'token' },
    y: { from: 0, to: highest, name: 'ms, p50 to p90', nice: true },
  });
  const medians = SIDES.flatMap(({ side, name }) => {
    const all = places.flatMap((place) => place[side].p50 ?? []);
    return all.length === 0
      ? []
      : `${name} ${formatDigits(Math.min(...all))} to ${formatDigits(Math.max(...all))} ms`;
  });
  return figure({
    title: 'Delay of each token of a stream',
    description: `Median delay of the ${places.length} tokens of a stream, from their write to their read: ${medians.join(', ')}. The percentiles of all tokens are in the table below.`,
    plot,
    drawing: SIDES.map(({ side, name, kind, asideBy }) =>
      places.map((place, at) => {
        const title = `${name}, token ${at + 1}`;
        return bar(place[side], { title, kind, x: plot.x(at + 1) + asideBy }, plot);
      }),
    ),
    legend: SIDES,
  });
}

function bar(
  { p50, p90, p99 }: Delay,
  { title, kind, x }: { readonly title: string; readonly kind: string; readonly x: number },
  { y }: Plot,
): Markup | undefined {
  if (p50 === undefined) return undefined;
  const middle = y(p50).toFixed(1);
  const named = Object.entries({ p50, p90, p99 }).flatMap(([percentile, ms]) =>
    ms === undefined ? [] : [`${percentile} ${formatDigits(ms)} ms`],
  );
  return markup`<path class="bar ${kind}" d="M${x.toFixed(1)} ${middle}V${y(p90 ?? p50).toFixed(1)}"/><circle class="point ${kind}" cx="${x.toFixed(1)}" cy="${middle}" r="2.500"><title>${title}: ${named.join(', ')}</title></circle>`;
}

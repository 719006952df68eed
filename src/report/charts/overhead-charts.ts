import { type Markup, markup } from '../phrases/markup.ts';
import { formatArrivalRate, formatDigits } from '../phrases/number-format.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import type { Delta } from '../schema/performance.ts';
import { dot, figure, firstToLast, lineMark, type Plot, plotOf } from './plot.ts';

/** What the lines of each mode show. */
const SHOWN = {
  stream: { metric: 'ttft', title: 'TTFT of streams' },
  body: { metric: 'e2e', title: 'Request latency of bodies' },
} as const;
const MEDIAN = { statistic: 'p50', kind: 'first', name: 'p50 with its 95 % CI' } as const;
const LINES = [MEDIAN, { statistic: 'p90', kind: 'second', name: 'p90' }] as const;

type Mode = keyof typeof SHOWN;
type Line = (typeof LINES)[number];

interface Point {
  readonly rate: number;
  /** What the gateway adds, in ms. */
  readonly delta: number;
  readonly interval: Delta['interval'];
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
  const medians = pointsOf(report, mode, MEDIAN);
  if (medians.length < 2) return undefined;
  const lines = LINES.map((line) => ({ ...line, points: pointsOf(report, mode, line) }));
  const values = lines.flatMap(({ points }) =>
    points.flatMap(({ delta, interval }) => [delta, interval?.low ?? 0, interval?.high ?? 0]),
  );
  const rates = medians.map(({ rate }) => rate);
  const plot = plotOf({
    x: { from: Math.min(...rates), to: Math.max(...rates), log: true, name: 'requests per second' },
    y: { from: Math.min(0, ...values), to: Math.max(0, ...values), name: 'ms', nice: true },
  });
  const { title } = SHOWN[mode];
  const texts = firstToLast(
    medians,
    ({ rate, delta }) => `${formatDigits(delta)} ms at ${formatArrivalRate(rate)}`,
  );
  return figure({
    title: `Overhead against rate: ${title}`,
    description: `Median overhead, ${title}, against the arrival rate: ${texts}. The figures are in the table below.`,
    plot,
    drawing: [
      ...lines.map(({ kind, points }) =>
        lineMark(
          plot,
          kind,
          points.map(({ rate, delta }) => [rate, delta]),
        ),
      ),
      ...medians.map((point) => intervalBar(point, plot)),
    ],
    legend: LINES,
  });
}

function pointsOf({ steps }: OverheadReport, mode: Mode, { statistic }: Line): readonly Point[] {
  const { metric } = SHOWN[mode];
  return steps.flatMap(({ arrivalRate: rate, rows }) => {
    const row = rows.find(
      (each) => each.mode === mode && each.metric === metric && each.statistic === statistic,
    );
    const { delta = null, interval = null } = row?.changes[0] ?? {};
    return rate === undefined || delta === null ? [] : [{ rate, delta, interval }];
  });
}

function intervalBar({ rate, delta, interval }: Point, plot: Plot): Markup | undefined {
  if (interval === null) return undefined;
  const { low, high } = interval;
  const title = `${formatArrivalRate(rate)}: p50 ${formatDigits(delta)} ms, 95 % CI ${formatDigits(low)} to ${formatDigits(high)} ms`;
  const bar = lineMark(plot, 'first', [
    [rate, low],
    [rate, high],
  ]);
  return markup`${bar}${dot(plot, [rate, delta], { kind: 'point first', radius: 3, title })}`;
}

type Places = NonNullable<OverheadStepReport['tokens']>['places'];
type Delay = Places[number]['floor'];

const SIDES = [
  { side: 'floor', name: 'direct', kind: 'second', aside: -0.2 },
  { side: 'through', name: 'through', kind: 'first', aside: 0.2 },
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
    x: { from: 0.5, to: places.length + 0.5, name: 'token' },
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
    drawing: SIDES.map(({ side, name, kind, aside }) =>
      places.map((place, at) =>
        delayMarks(
          place[side],
          { title: `${name}, token ${at + 1}`, kind, at: at + 1 + aside },
          plot,
        ),
      ),
    ),
    legend: SIDES,
  });
}

function delayMarks(
  { p50, p90, p99 }: Delay,
  { title, kind, at }: { readonly title: string; readonly kind: string; readonly at: number },
  plot: Plot,
): Markup | undefined {
  if (p50 === undefined) return undefined;
  const named = Object.entries({ p50, p90, p99 }).flatMap(([percentile, ms]) =>
    ms === undefined ? [] : [`${percentile} ${formatDigits(ms)} ms`],
  );
  const bar = lineMark(plot, `bar ${kind}`, [
    [at, p50],
    [at, p90 ?? p50],
  ]);
  const text = `${title}: ${named.join(', ')}`;
  return markup`${bar}${dot(plot, [at, p50], { kind: `point ${kind}`, radius: 2.5, title: text })}`;
}

import { type Markup, markup } from '../phrases/markup.ts';
import { formatDigits } from '../phrases/number-format.ts';
import { stepName } from '../phrases/overhead-sentences.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import type { Delta } from '../schema/performance.ts';
import { bandMark, dot, figure, firstToLast, lineMark, type Plot, plotOf } from './plot.ts';

/** What the lines of each mode show. */
const SHOWN = {
  stream: { metric: 'ttft', title: 'TTFT of streams' },
  body: { metric: 'e2e', title: 'Request latency of bodies' },
} as const;
const LINES = [
  { statistic: 'p50', kind: 'first', name: 'p50 with its 95 % CI', aside: -0.03 },
  { statistic: 'p90', kind: 'second', name: 'p90 with its 95 % CI', aside: 0.03 },
] as const;

type Mode = keyof typeof SHOWN;
type Line = (typeof LINES)[number];

interface Point {
  /** The step, counted from 1. */
  readonly at: number;
  readonly load: string;
  /** What the gateway adds, in ms. */
  readonly delta: number;
  readonly interval: Delta['interval'];
}

/** Overhead at each load, and the delay of each token of a stream. */
export function overheadCharts(overhead: OverheadReport): readonly (Markup | undefined)[] {
  const [first] = overhead.steps;
  return [
    overheadAtLoads(overhead, 'stream'),
    overheadAtLoads(overhead, 'body'),
    first && tokenDelays(first),
  ];
}

function overheadAtLoads(report: OverheadReport, mode: Mode): Markup | undefined {
  const lines = LINES.map((line) => ({ ...line, points: pointsOf(report, mode, line) }));
  const medians = lines[0]?.points ?? [];
  if (medians.length === 0) return undefined;
  const drawn = lines.filter(({ points }) => points.length > 0);
  const values = lines.flatMap(({ points }) =>
    points.flatMap(({ delta, interval }) => [delta, interval?.low ?? 0, interval?.high ?? 0]),
  );
  const names = report.steps.map(stepName);
  const plot = plotOf({
    x: { from: 0.5, to: names.length + 0.5, name: 'load', label: (at) => names[at - 1] ?? '' },
    y: { from: Math.min(0, ...values), to: Math.max(0, ...values), name: 'ms', nice: true },
  });
  const { title } = SHOWN[mode];
  const texts = firstToLast(medians, ({ load, delta }) => `${formatDigits(delta)} ms at ${load}`);
  return figure({
    title: `Overhead at each load: ${title}`,
    more: drawn.length === 1 && LINES[0].name,
    description: `Median overhead, ${title}, at each load: ${texts}. The figures are in the table below.`,
    plot,
    drawing: [
      bandMark(
        plot,
        medians.map(({ at, delta }) => {
          const tail = lines[1]?.points.find((point) => Math.round(point.at) === Math.round(at));
          return tail && [at, delta, tail.delta];
        }),
      ),
      ...lines.map((line) => lineWithIntervals(line, plot)),
    ],
    legend: drawn,
  });
}

function pointsOf(
  { steps }: OverheadReport,
  mode: Mode,
  { statistic, aside }: Line,
): readonly Point[] {
  const { metric } = SHOWN[mode];
  return steps.flatMap((step, index) => {
    const row = step.rows.find(
      (each) => each.mode === mode && each.metric === metric && each.statistic === statistic,
    );
    const { delta = null, interval = null } = row?.changes[0] ?? {};
    return delta === null ? [] : [{ at: index + 1 + aside, load: stepName(step), delta, interval }];
  });
}

function lineWithIntervals(
  { kind, statistic, points }: Line & { readonly points: readonly Point[] },
  plot: Plot,
): Markup {
  const line = lineMark(
    plot,
    kind,
    points.flatMap(({ at, delta }, index) => {
      // No line across a load without a figure.
      const follows = at - (points[index - 1]?.at ?? at) < 1.5;
      return [...(follows ? [] : [undefined]), [at, delta] as const];
    }),
  );
  return markup`${line}${points.map(({ at, load, delta, interval }) => {
    const ci =
      interval === null
        ? ''
        : `, 95 % CI ${formatDigits(interval.low)} to ${formatDigits(interval.high)} ms`;
    const title = `${load}: ${statistic} ${formatDigits(delta)} ms${ci}`;
    const bar =
      interval !== null &&
      lineMark(plot, `bar ${kind}`, [
        [at, interval.low],
        [at, interval.high],
      ]);
    return markup`${bar}${dot(plot, [at, delta], { kind: `point ${kind}`, radius: 3.5, title })}`;
  })}`;
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

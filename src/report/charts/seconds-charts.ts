import { present } from '../../input/defined.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { formatCount, formatDigits } from '../phrases/number-format.ts';
import type { LoadReport } from '../schema/load.ts';
import { backdropOf, underlay } from './backdrop.ts';
import { bandMark, figure, hover, lineMark, plotOf, secondsLabel } from './plot.ts';

type RecordedSecond = LoadReport['series'][number];
type Counted = 'scheduled' | 'started' | 'inFlight' | 'inFlightMax';

/** A second without the counts that cover only a part of it. */
export type Second = Omit<RecordedSecond, Counted> & Partial<Pick<RecordedSecond, Counted>>;

export interface ShownSeconds {
  readonly points: readonly Second[];
  /** More than one where there are many: each point has the highest of its seconds. */
  readonly secondsEach: number;
}

/** More points than this are indistinguishable on a page. */
const POINTS = 120;

/** The seconds of a load as a page shows them: so few that no peak is lost. */
export function shownSeconds(load: LoadReport): ShownSeconds {
  const seconds = load.series.map((second) => wholly(second, load));
  const secondsEach = Math.max(1, Math.ceil(seconds.length / POINTS));
  const groups = Map.groupBy(seconds.keys(), (at) => Math.floor(at / secondsEach));
  const points = [...groups.values()].map((places) =>
    highest(places.flatMap((at) => seconds[at] ?? [])),
  );
  return { points: points.flatMap((point) => point ?? []), secondsEach };
}

/** Omits the counts of a partial second, which would look like a drop. In flight is the mean where that is known. */
function wholly(
  { scheduled, started, inFlight: sampled, inFlightMean, inFlightMax, ...second }: RecordedSecond,
  { durationMs }: LoadReport,
): Second {
  const inFlight = inFlightMean ?? sampled;
  if (second.partial === true) return second;
  const arrived = (second.atS + 1) * 1000 <= durationMs;
  const most = inFlightMax !== undefined && { inFlightMax };
  return { ...second, inFlight, ...most, ...(arrived && { scheduled, started }) };
}

/** The figures of a second, with their titles in a table. */
export const SECOND_FIGURES = [
  ['scheduled', 'Scheduled'],
  ['started', 'Started'],
  ['completed', 'Completed'],
  ['errors', 'Errors'],
  ['inFlight', 'Requests in flight'],
  ['inFlightMax', 'Most in flight'],
  ['e2eP50Ms', 'Request latency p50'],
  ['e2eP99Ms', 'Request latency p99'],
  ['ttftP50Ms', 'TTFT p50'],
  ['ttftP99Ms', 'TTFT p99'],
] as const;

function highest([first, ...rest]: readonly Second[]): Second | undefined {
  if (first === undefined) return undefined;
  const result: Second = { ...first };
  for (const second of rest) {
    for (const [key] of SECOND_FIGURES) {
      const value = second[key];
      if (value !== undefined) result[key] = Math.max(result[key] ?? 0, value);
    }
  }
  return result;
}

interface Chart {
  readonly title: string;
  readonly unit: string;
  /** One under another one is wide, so that both are seen where they are equal. */
  readonly lines: readonly { name: string; kind: 'first' | 'under'; key: Counted }[];
  /** Up to which the area above the last line is shaded. */
  readonly upTo?: { readonly name: string; readonly key: Counted };
}

const CHARTS: readonly Chart[] = [
  {
    title: 'Arrivals',
    unit: 'per second',
    lines: [
      { name: 'scheduled', kind: 'under', key: 'scheduled' },
      { name: 'started', kind: 'first', key: 'started' },
    ],
  },
  {
    title: 'In flight',
    unit: 'requests',
    lines: [{ name: 'in flight', kind: 'first', key: 'inFlight' }],
    upTo: { name: 'most of a quarter of a second', key: 'inFlightMax' },
  },
];

/** Arrivals and iterations in flight over time, as far as they were counted. */
export function secondsCharts({ points }: ShownSeconds, load: LoadReport): Markup[] {
  return CHARTS.filter(({ lines }) => lines.some(({ key }) => known(points, key).length > 0)).map(
    (chart) => secondsChart(chart, points, load),
  );
}

function secondsChart(
  { title, unit, lines, upTo }: Chart,
  points: readonly Second[],
  load: LoadReport,
): Markup {
  const from = points[0]?.atS ?? 0;
  const to = points.at(-1)?.atS ?? 0;
  const shaded = present([upTo]).filter(({ key }) => known(points, key).length > 0);
  const named = [...lines, ...shaded];
  const most = Math.max(1, ...named.flatMap(({ key }) => known(points, key)));
  const plot = plotOf({
    x: { from, to, name: '', label: secondsLabel },
    y: { from: 0, to: most, name: unit, nice: true },
  });
  const half = (plot.right - plot.left) / points.length / 2;
  const band = shaded.map(({ key }) =>
    bandMark(
      plot,
      points.map(({ atS, inFlight, [key]: peak }) =>
        inFlight === undefined || peak === undefined ? undefined : [atS, inFlight, peak],
      ),
    ),
  );
  const drawing = markup`${underlay(backdropOf(load), plot)}${band}
${lines.map(({ kind, key }) =>
  lineMark(
    plot,
    kind,
    points.map(({ atS, [key]: value }) => (value === undefined ? undefined : [atS, value])),
  ),
)}
${points.map((point) => {
  const figures = named.map(
    ({ name, key }) => `${name} ${point[key] === undefined ? 'none' : formatFew(point[key])}`,
  );
  const at = plot.x(point.atS);
  return hover(plot, [at - half, at + half], `${point.atS} s: ${figures.join(', ')} ${unit}`);
})}`;
  const extremes = named.map(({ name, key }) => {
    const values = known(points, key);
    if (values.length === 0) return `${name} without values`;
    return `${name} from ${formatFew(Math.min(...values))} to ${formatFew(Math.max(...values))}`;
  });
  const description = `${title}, ${unit}: ${extremes.join('; ')}. The figures are in the table below.`;
  const more = shaded.map(({ name }) => `shaded up to the ${name}`).join('');
  return figure({ title, more: more !== '' && more, description, plot, drawing, legend: lines });
}

/** A mean has decimals. */
export function formatFew(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatDigits(value);
}

function known(points: readonly Second[], key: Counted): readonly number[] {
  return points.flatMap(({ [key]: value }) => value ?? []);
}

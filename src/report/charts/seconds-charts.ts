import { type Markup, markup } from '../phrases/markup.ts';
import { formatCount } from '../phrases/number-format.ts';
import type { Second, ShownSeconds } from '../phrases/shown-seconds.ts';
import type { LoadReport } from '../schema/load.ts';
import { backdropOf, underlay } from './backdrop.ts';
import { figure, hover, linePath, plotOf, secondsLabel } from './plot.ts';

interface Line {
  readonly name: string;
  /** Drawn differently, so that lines are distinguishable without colour. */
  readonly kind: 'first' | 'second';
  readonly key: 'scheduled' | 'started' | 'inFlight';
}

interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
}

const CHARTS: readonly Chart[] = [
  {
    title: 'Arrivals',
    unit: 'per second',
    lines: [
      { name: 'scheduled', kind: 'second', key: 'scheduled' },
      { name: 'started', kind: 'first', key: 'started' },
    ],
  },
  {
    title: 'In flight',
    unit: 'iterations',
    lines: [{ name: 'in flight', kind: 'first', key: 'inFlight' }],
  },
];

/** Arrivals and iterations in flight over time, as far as they were counted. */
export function secondsCharts({ points }: ShownSeconds, load: LoadReport): Markup[] {
  return CHARTS.filter(({ lines }) => lines.some(({ key }) => known(points, key).length > 0)).map(
    (chart) => secondsChart(chart, points, load),
  );
}

function secondsChart(
  { title, unit, lines }: Chart,
  points: readonly Second[],
  load: LoadReport,
): Markup {
  const from = points[0]?.atS ?? 0;
  const to = points.at(-1)?.atS ?? 0;
  const most = Math.max(1, ...lines.flatMap(({ key }) => known(points, key)));
  const plot = plotOf({
    x: { from, to, name: '', label: secondsLabel },
    y: { from: 0, to: most, name: unit, nice: true },
  });
  const half = (plot.right - plot.left) / points.length / 2;
  const drawing = markup`${underlay(backdropOf(load), plot)}
${lines.map(({ kind, key }) => {
  const path = linePath(
    plot,
    points.map(({ atS, [key]: value }) => (value === undefined ? undefined : [atS, value])),
  );
  return markup`<path class="line ${kind}" d="${path}"/>`;
})}
${points.map((point) => {
  const figures = lines.map(({ name, key }) => `${name} ${valueText(point[key])}`);
  const at = plot.x(point.atS);
  return hover(plot, [at - half, at + half], `${point.atS} s: ${figures.join(', ')} ${unit}`);
})}`;
  const extremes = lines.map(({ name, key }) => {
    const values = known(points, key);
    if (values.length === 0) return `${name} without values`;
    return `${name} from ${formatCount(Math.min(...values))} to ${formatCount(Math.max(...values))}`;
  });
  const description = `${title}, ${unit}: ${extremes.join('; ')}. The figures are in the table below.`;
  return figure({ title, description, plot, drawing, legend: lines });
}

function known(points: readonly Second[], key: Line['key']): readonly number[] {
  return points.flatMap(({ [key]: value }) => value ?? []);
}

function valueText(value: number | undefined): string {
  return value === undefined ? 'none' : formatCount(value);
}

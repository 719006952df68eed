import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatDigits } from '../../../phrases/number-format.ts';
import type { LoadReport } from '../../../schema/load.ts';
import type { Objective } from '../../../schema/slo.ts';
import { type Backdrop, backdropOf, HATCHING } from './backdrop.ts';
import { type Chart, lineChart } from './chart.ts';
import { timelineCharts } from './timeline-charts.ts';

type Counted = 'scheduled' | 'started' | 'inFlight';
type RecordedSecond = LoadReport['series'][number];

/** A second without the counts that cover only a part of it. */
type Second = Omit<RecordedSecond, Counted> & Partial<Pick<RecordedSecond, Counted>>;

/** More points than this are indistinguishable on a page. */
const POINTS = 120;

/** Each operation, the arrivals and the iterations in flight over time, and the same in figures. */
export function seriesCharts(load: LoadReport, slo: readonly Objective[]): Markup {
  const { points, secondsEach } = thin(load.series.map((second) => wholly(second, load)));
  if (points.length < 2) return markup`<p>The load was too short for a chart.</p>`;
  const note =
    secondsEach > 1 &&
    markup`<p class="quiet">Each point is the highest of ${secondsEach} seconds.</p>`;
  const gaps =
    points.some(({ started }) => started === undefined) &&
    markup`<p class="quiet">Partial seconds are not plotted. Responses that arrived after the last request are included in the other figures.</p>`;
  return markup`${HATCHING}<div class="charts">
${timelineCharts(load, slo)}${charts(points, backdropOf(load)).map(lineChart)}</div>
${legend(load)}
${note}
${gaps}
${secondsTable(points)}`;
}

/** What the marks of the charts mean, as far as they are drawn. */
function legend({ timeline, series }: LoadReport): Markup | false {
  const sentences = [
    ...(timeline === undefined
      ? []
      : [
          `Lines: p50; shaded up to p95, from the scheduled start${timeline.widthS > 1 ? `, each point of ${timeline.widthS} s` : ''}. Dots: fewer than 20 responses, so the upper edge is the slowest of them. Bars below: share of errors (red) and of status 429 (amber).`,
        ]),
    ...(timeline?.operations.some(({ mode }) => mode === 'replay') === true
      ? ['Grey line: p50 of idempotent replays.']
      : []),
    ...(series.some(({ late }) => late === true)
      ? ['Hatched: the load generator could not keep up.']
      : []),
  ];
  return sentences.length > 0 && markup`<p class="quiet">${sentences.join(' ')}</p>`;
}

/** Omits the counts of a partial second, which would look like a drop. */
function wholly(
  { scheduled, started, inFlight, ...second }: RecordedSecond,
  { durationMs }: LoadReport,
): Second {
  if (second.partial === true) return second;
  const arrived = (second.atS + 1) * 1000 <= durationMs;
  return { ...second, inFlight, ...(arrived && { scheduled, started }) };
}

function charts(points: readonly Second[], backdrop: Backdrop): Chart[] {
  const atS = points.map((point) => point.atS);
  const of = (key: Column) => points.map((point) => point[key]);
  const all: Chart[] = [
    {
      title: 'Arrivals',
      unit: 'per second',
      atS,
      backdrop,
      format: formatCount,
      lines: [
        { name: 'scheduled', kind: 'second', values: of('scheduled') },
        { name: 'started', kind: 'first', values: of('started') },
      ],
    },
    {
      title: 'In flight',
      unit: 'iterations',
      atS,
      backdrop,
      format: formatCount,
      lines: [{ name: 'in flight', kind: 'first', values: of('inFlight') }],
    },
  ];
  return all.filter(({ lines }) =>
    lines.some(({ values }) => values.some((value) => value !== undefined)),
  );
}

/** At most POINTS of them: each the highest of its seconds, so that no peak is lost. */
function thin(series: readonly Second[]): { points: readonly Second[]; secondsEach: number } {
  const secondsEach = Math.max(1, Math.ceil(series.length / POINTS));
  if (secondsEach === 1) return { points: series, secondsEach };
  const points: Second[] = [];
  for (let from = 0; from < series.length; from += secondsEach) {
    points.push(highest(series.slice(from, from + secondsEach)));
  }
  return { points, secondsEach };
}

function highest(seconds: readonly Second[]): Second {
  const [first, ...rest] = seconds;
  if (first === undefined) throw new TypeError('no seconds to take the highest of');
  const result: Second = { ...first };
  for (const second of rest) {
    for (const key of COLUMNS.map(([column]) => column)) {
      const value = second[key];
      if (value !== undefined) result[key] = Math.max(result[key] ?? 0, value);
    }
  }
  return result;
}

type Column = (typeof COLUMNS)[number][0];

const COLUMNS = [
  ['scheduled', 'Scheduled'],
  ['started', 'Started'],
  ['completed', 'Completed'],
  ['errors', 'Errors'],
  ['inFlight', 'Iterations in flight'],
  ['e2eP50Ms', 'Request latency p50'],
  ['e2eP99Ms', 'Request latency p99'],
  ['ttftP50Ms', 'TTFT p50'],
  ['ttftP99Ms', 'TTFT p99'],
] as const;

function secondsTable(points: readonly Second[]): Markup {
  return markup`<details class="definitions"><summary>The figures, second by second</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Second by second"><table class="figures">
<thead><tr><th scope="col">Second</th>${COLUMNS.map(([, title]) => markup`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${points.map(secondRow)}</tbody>
</table></div></details>`;
}

function secondRow(point: Second): Markup {
  return markup`<tr><th scope="row">${point.atS}</th>${COLUMNS.map(([key]) => {
    const value = point[key];
    const shown =
      value === undefined ? '–' : (key.endsWith('Ms') ? formatDigits : formatCount)(value);
    return markup`<td>${shown}</td>`;
  })}</tr>
`;
}

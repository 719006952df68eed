import { present } from '../../input/defined.ts';
import { FALSE_POSITIVES, LEAST_VALUES } from '../../measure/change/change-points.ts';
import { type Course, courseChart } from '../charts/trend-charts.ts';
import { figureName, relativeText, valueText } from '../performance/phrases.ts';
import { firstNames, formatNumberOf, formatTime } from '../phrases/number-format.ts';
import { clipLine } from '../phrases/printable.ts';
import { MOST_SEARCHED, type Trend, type TrendFigure, type TrendSeries } from '../trend/trend.ts';
import {
  charts,
  paragraph,
  type ReportDocument,
  rowsOf,
  type Section,
  section,
  type Table,
} from './document.ts';

/** Figures over runs, the newest change first. */
export function trendDocument({ series, notes, assayVersion }: Trend): ReportDocument {
  const count = series.reduce((sum, { runs }) => sum + runs.length, 0);
  const groups = series.length === 1 ? [] : [formatNumberOf(series.length, 'series', 'series')];
  const runs = [formatNumberOf(count, 'run'), ...groups].join(', ');
  const changes = series
    .flatMap((each) => changesOf(each, series.length > 1))
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  const figures = series.flatMap((each) => each.figures);
  const short = figures.filter(({ values }) => isShort(values)).length;
  const found = changes.length === 0 ? 'No change' : formatNumberOf(changes.length, 'change');
  const few =
    short === 0 ? '' : `, too few for ${short} of ${formatNumberOf(figures.length, 'figure')}`;
  const leftOut: Section = section(`Not included (${notes.length})`, [
    { kind: 'list', items: notes.slice(0, MOST_NOTES) },
    paragraph(notes.length > MOST_NOTES ? 'trend.json has them all.' : undefined),
  ]);
  return {
    title: `${runs}: Assay trend`,
    assayVersion,
    data: 'trend.json',
    head: {
      title: `${found} in ${runs}${few}.`,
      facts: [],
      figures: [],
      reasons: changes.map(({ words }) => words),
      remarks: present([paragraph(METHOD, { tone: 'quiet' })]),
    },
    sections: present([
      ...series.map((each, at) => seriesSection(each, at + 1)),
      notes.length > 0 && { ...leftOut, id: 'not-included' },
    ]),
  };
}

const MOST_NOTES = 20;
const METHOD = `A figure changes where its level does, among its newest ${MOST_SEARCHED} values (E-divisive, Matteson and James 2014), by at least 5 % and 2 ms, 1 percentage point of errors or 5 % of a knee. That needs ${LEAST_VALUES} runs with the figure, and shows when 3 or 4 runs have followed. ${FALSE_POSITIVES * 100} in 100 figures without a change may have one by chance.`;

function isShort(values: TrendFigure['values']): boolean {
  return values.filter((value) => value !== null).length < LEAST_VALUES;
}

const MOST_NAMES = 3;

/**
 * A sentence for each run with which something changed.
 * @param isNamed whether the series must be named
 */
function changesOf(series: TrendSeries, isNamed: boolean) {
  const { figures, ruleChanges, runs, name } = series;
  return runs.flatMap(({ startedAt }, place) => {
    const rulesThat = (fail: boolean) =>
      ruleChanges.flatMap(({ at, rule, fails }) => (at === place && fails === fail ? [rule] : []));
    const figuresThat = (areWorse: boolean) =>
      figures.flatMap((figure) =>
        figure.changes
          .filter((change) => change.at === place && isWorse(figure, change) === areWorse)
          .map((change) => `${titleOf(figure)} ${levelText(figure, change)}`),
      );
    const kinds = [
      ['begins to fail', rulesThat(true)],
      ['no longer fails', rulesThat(false)],
      ['worse', figuresThat(true)],
      ['better', figuresThat(false)],
    ] as const;
    const parts = kinds.flatMap(([kind, names]) =>
      names.length === 0 ? [] : [`${kind}: ${firstNames(names, MOST_NAMES)}`],
    );
    const words = `${isNamed ? `${name}, ` : ''}${runName(series, place)}: ${parts.join('; ')}.`;
    return parts.length === 0 ? [] : [{ startedAt, words }];
  });
}

type LevelChange = TrendFigure['changes'][number];

function isWorse({ betterWhen }: TrendFigure, { before, after }: LevelChange): boolean {
  return after > before === (betterWhen === 'lower');
}

/** `76.6 ms → 101 ms, +32 %`. */
function levelText(figure: TrendFigure, change: LevelChange): string {
  const [was, is] = [change.before, change.after].map((value) => valueText(value, figure.unit));
  return `${was} → ${is} (${differenceText(figure, change)})`;
}

function differenceText(figure: TrendFigure, { before, after }: LevelChange): string {
  const ratio = before > 0 ? after / before : null;
  return relativeText({ delta: after - before, ratio, interval: null }, figure);
}

/** `chat: TTFT p95`, or `errors` of all operations. */
function titleOf(figure: TrendFigure): string {
  const { operation } = figure;
  return operation === 'all' ? figureName(figure) : `${operation}: ${figureName(figure)}`;
}

/** `build 3f2a9c0 of 2026-11-27 10:48 UTC`. */
function runName({ runs }: TrendSeries, at: number): string {
  const { label, startedAt = '' } = runs[at] ?? {};
  const time = formatTime(startedAt);
  return label === undefined ? `the run of ${time}` : `build ${clipLine(label, 100)} of ${time}`;
}

const MOST_DIFFERENCES = 3;

/** @param number of the series, from 1 */
function seriesSection(series: TrendSeries, number: number): Section {
  const { name, runs, apart, conditions } = series;
  const courses = coursesOf(series);
  const own = firstNames(apart, MOST_DIFFERENCES);
  return section(
    clipLine(name, 200),
    [
      paragraph(`profile ${conditions.profile}, ${conditions.machine}`, { tone: 'quiet' }),
      paragraph(number === 1 ? undefined : `Not comparable with the runs above: ${own}.`),
      charts(() =>
        courses
          .toSorted((one, other) => Number(isChanged(other)) - Number(isChanged(one)))
          .map(courseChart),
      ),
      courseTable(courses, number),
      section('All runs', [runTable(series, courses, number)], { folded: true, only: 'files' }),
    ],
    { id: `series-${number}`, aside: formatNumberOf(runs.length, 'run') },
  );
}

function isChanged({ changes }: Course): boolean {
  return changes.length > 0;
}

/** The required rules that failed, where any were judged, and each figure. */
function coursesOf(series: TrendSeries): readonly Course[] {
  const { figures, ruleChanges } = series;
  const runs = series.runs.map(({ label, startedAt }, at) => ({
    short: shortName(label ?? startedAt.slice(5, 10)),
    name: runName(series, at),
  }));
  const failed = series.runs.map((run) => run.failed?.length ?? null);
  const byRun = [...Map.groupBy(ruleChanges, ({ at }) => at)];
  const failures: Course = {
    title: 'required rules that failed',
    axis: 'rules',
    values: failed,
    text: String,
    runs,
    areWhole: true,
    changes: byRun.map(([at, all]) => {
      const began = all.filter(({ fails }) => fails).length;
      const ceased = all.length - began;
      return {
        at,
        name: present([began > 0 && `+${began}`, ceased > 0 && `−${ceased}`]).join(' '),
      };
    }),
  };
  return [
    ...(failed.every((each) => each === null) ? [] : [failures]),
    ...figures.map((figure): Course => {
      const { unit, values, changes } = figure;
      return {
        title: titleOf(figure),
        axis: unit === '/s' ? 'per second' : unit,
        values,
        text: (value) => valueText(value, unit),
        runs,
        changes: changes.map((each) => ({ at: each.at, name: differenceText(figure, each) })),
        levels: present([changes[0]?.before, ...changes.map(({ after }) => after)]),
      };
    }),
  ];
}

/** Enough of a commit or a version to find it again. */
function shortName(name: string): string {
  return clipLine(name.length > 10 ? `${name.slice(0, 9)}…` : name, 10);
}

/** The figures of a series in few columns, with their course as bars where no chart is. */
function courseTable(courses: readonly Course[], number: number): Table {
  return {
    kind: 'table',
    name: `Figures of series ${number} over its runs`,
    columns: [
      { title: 'Figure' },
      { title: 'Newest' },
      ...(['First', 'Lowest', 'Highest', 'Runs'] as const).map((title) => ({
        title,
        only: 'files' as const,
      })),
      { title: 'Last change', text: true },
      { title: 'Course', text: true, only: 'lines' },
    ],
    groups: rowsOf(
      courses.map((course) => {
        const { title: name, values, text } = course;
        const known = values.filter((value) => value !== null);
        const [first = 0, last = 0] = [known[0], known.at(-1)];
        const figures = [last, first, Math.min(...known), Math.max(...known)].map(text);
        return {
          name,
          cells: [...figures, String(known.length), changeText(course), sparkline(values)],
        };
      }),
    ),
  };
}

function changeText({ changes, values, runs, areWhole }: Course): string {
  const newest = changes.at(-1);
  if (newest !== undefined) return `${newest.name} with ${runs[newest.at]?.short}`;
  return areWhole !== true && isShort(values) ? 'too few runs' : 'none';
}

const BARS = '▁▂▃▄▅▆▇█';
const MOST_BARS = 24;

/** From 0 to the highest, of the newest runs; a dot where nothing was measured. */
function sparkline(values: Course['values']): string {
  const shown = values.slice(-MOST_BARS);
  const highest = Math.max(...shown.map((value) => value ?? 0));
  const place = (value: number) =>
    highest === 0 ? 0 : Math.round((value / highest) * (BARS.length - 1));
  return shown.map((value) => (value === null ? '·' : BARS[place(value)])).join('');
}

function runTable({ runs }: TrendSeries, courses: readonly Course[], number: number): Table {
  const rows = runs.map(({ outcome, file }, at) => ({
    name: courses[0]?.runs[at]?.name ?? '',
    cells: [
      ...courses.map(({ values, text }) => {
        const value = values[at] ?? null;
        return value === null ? '–' : text(value);
      }),
      [{ tag: outcome, tone: outcome }],
      [{ code: file }],
    ],
  }));
  return {
    kind: 'table',
    name: `All runs of series ${number}, the newest first`,
    columns: [
      ...['Run', ...courses.map(({ title }) => title)].map((title) => ({ title })),
      ...['Result', 'Report'].map((title) => ({ title, text: true })),
    ],
    groups: rowsOf(rows.toReversed()),
  };
}

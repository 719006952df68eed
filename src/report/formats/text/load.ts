import { jobRows, jobSentence } from '../../phrases/job-figures.ts';
import {
  formatCount,
  formatDigits,
  formatShare,
  optionalRate,
} from '../../phrases/number-format.ts';
import {
  goodShare,
  isOnlyMax,
  type LatencyRow,
  loadedOperations,
  operationNotes,
  percentileRows,
  SHOWN_PERCENTILES,
  slowReaderFigures,
} from '../../phrases/operation-figures.ts';
import { clipLine } from '../../phrases/printable.ts';
import { relaySentence } from '../../phrases/relay-sentence.ts';
import {
  arrivalSentence,
  formatMeasure,
  healthSentence,
  judgedSentence,
  marginPhrase,
} from '../../phrases/sentences.ts';
import type { LoadReport } from '../../schema/load.ts';
import type { Percentiles } from '../../schema/percentiles.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { Objective } from '../../schema/slo.ts';
import type { OperationLoad } from '../../schema/traffic.ts';
import { columnsOf, padEnd } from './columns.ts';
import type { TextPage } from './text-page.ts';
import { titleLines } from './title-lines.ts';

/** What the load measured: traffic and latency per operation, objectives, the generator. */
export function loadLines({ load, slo }: RunReport, page: TextPage): string[] {
  return [
    ...(load === undefined ? [] : measured(load, page)),
    ...objectiveLines(slo, page),
    ...(load === undefined ? [] : ['', ...healthLines(load, page)]),
  ];
}

function measured(load: LoadReport, page: TextPage): string[] {
  const bothEnds = relaySentence(load);
  return [
    '',
    ...titleLines(page, ['heading', 'Load'], clipLine(load.scenario, 60)),
    ...page.wrap(arrivalSentence(load), 2),
    ...page.wrap(judgedSentence(load), 2),
    ...(bothEnds === undefined ? [] : page.wrap(bothEnds, 2)),
    '',
    ...trafficTables(load, page).flatMap((table) => headed(table, page)),
    ...noteLines(load, page),
    '',
    ...headed(latencyTable(load, page), page),
  ];
}

function headed([head = '', ...rows]: readonly string[], page: TextPage): string[] {
  return [page.paint('heading', head), ...rows];
}

function trafficTables(load: LoadReport, page: TextPage): string[][] {
  const head = [
    'operation',
    'requests',
    'completed',
    'errors',
    '429',
    'aborted',
    'goodput',
    'good',
    'tokens',
    'good tokens',
  ];
  const rows = loadedOperations(load).map(([operation, figures]) => [
    operation,
    formatCount(figures.exchanges),
    optionalRate(figures.throughput),
    formatShare(figures.errorRate),
    formatCount(figures.throttled),
    formatCount(figures.aborted),
    optionalRate(figures.goodput),
    goodShare(figures),
    optionalRate(figures.tokensPerSecond),
    optionalRate(figures.goodTokensPerSecond),
  ]);
  return page.tables([head, ...rows]);
}

function noteLines(load: LoadReport, page: TextPage): string[] {
  const jobs = jobSentence(load);
  const notes = loadedOperations(load).flatMap(([operation, figures]) => {
    const phrases = clipLine(operationNotes(figures).join('; '), 600);
    return phrases === '' ? [] : page.wrap(`${operation}  ${phrases}`, 0, 2);
  });
  return jobs === undefined ? notes : [...notes, ...page.wrap(jobs, 0, 2)];
}

interface LatencyGroup {
  readonly of: string;
  readonly latencies: readonly LatencyRow[];
}

function latencyTable(load: LoadReport, page: TextPage): string[] {
  const groups = [
    ...loadedOperations(load).flatMap(withSlow),
    { of: 'video jobs', latencies: jobRows(load) },
  ].filter(({ latencies }) => latencies.length > 0);
  const wide = page.table(wideRows(groups));
  const fits = wide.every((line) => !line.includes('\n'));
  const table = fits ? wide : page.table(narrowRows(groups));
  return [...table, ...fewNote(groups, page)];
}

function wideRows(groups: readonly LatencyGroup[]): string[][] {
  return [
    ['ms', '', 'n', ...SHOWN_PERCENTILES],
    ...groups.flatMap(({ of, latencies }) =>
      latencies.map(({ name, percentiles }, index) => [
        index === 0 ? of : '',
        padEnd(name, NAME_COLUMNS),
        ...digitsOf(percentiles),
      ]),
    ),
  ];
}

/** With the operation above its latencies. */
function narrowRows(groups: readonly LatencyGroup[]): string[][] {
  return [
    ['ms', 'n', ...SHOWN_PERCENTILES],
    ...groups.flatMap(({ of, latencies }) => [
      [of],
      ...latencies.map(({ name, percentiles }) => [`  ${name}`, ...digitsOf(percentiles)]),
    ]),
  ];
}

/** How many observations there were, then each percentile that they can carry. */
function digitsOf(percentiles: Percentiles): string[] {
  const { count } = percentiles;
  return [
    count === undefined ? '–' : formatCount(count),
    ...SHOWN_PERCENTILES.map((name) =>
      isOnlyMax(name, percentiles) ? '–' : formatDigits(percentiles[name]),
    ),
  ];
}

function fewNote(groups: readonly LatencyGroup[], page: TextPage): string[] {
  const isAnyFew = groups.some(({ latencies }) =>
    latencies.some(({ percentiles }) =>
      SHOWN_PERCENTILES.some((name) => isOnlyMax(name, percentiles)),
    ),
  );
  return isAnyFew ? page.wrap('– too few observations (n) for this percentile', 2) : [];
}

function withSlow(loaded: [string, OperationLoad]): LatencyGroup[] {
  const [of, figures] = loaded;
  const slow = slowReaderFigures(loaded).map(({ name, figures: slowFigures }) => {
    return { of: name, latencies: percentileRows(slowFigures) };
  });
  return [{ of, latencies: percentileRows(figures) }, ...slow];
}

const NAME_COLUMNS = 'request latency, from scheduled start'.length;

function objectiveLines(slo: readonly Objective[], page: TextPage): string[] {
  if (slo.length === 0) return [];
  const columns = page.table(
    slo.map((objective) => [
      clipLine(objective.objective, 50),
      objective.measured === null ? '–' : formatMeasure(objective.measured, objective.unit),
    ]),
  );
  const width = Math.max(...columns.map(columnsOf));
  const lines = slo.flatMap((objective, index) => {
    const { mark, ink } = MET[`${objective.met}`];
    const line = `${mark} ${padEnd(columns[index] ?? '', width)}  ${clipLine(marginPhrase(objective), 200)}`;
    return page.wrap(line, 0, width + 4).map((each) => page.paint(ink, each));
  });
  return ['', page.paint('heading', 'Objectives'), ...lines];
}

const MET = {
  true: { mark: '✓', ink: 'pass' },
  false: { mark: '✗', ink: 'fail' },
  null: { mark: '?', ink: 'could-not-verify' },
} as const;

function healthLines({ health }: LoadReport, page: TextPage): string[] {
  const lines = page.wrap(clipLine(healthSentence(health), 400), 0, 2);
  return health.healthy ? lines : lines.map((line) => page.paint('inconclusive', line));
}

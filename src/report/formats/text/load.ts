import { jobRows, jobSentence } from '../../phrases/job-figures.ts';
import {
  formatCount,
  formatDigits,
  formatShare,
  optionalRate,
} from '../../phrases/number-format.ts';
import {
  goodShare,
  latencyRows,
  loadedOperations,
  operationNotes,
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

function latencyTable(load: LoadReport, page: TextPage): string[] {
  const percentiles = ['p50', 'p90', 'p95', 'p99', 'max'];
  const groups = [
    ...loadedOperations(load).flatMap(withSlow),
    { of: 'video jobs', latencies: jobRows(load) },
  ].filter(({ latencies }) => latencies.length > 0);
  const wide = page.table([
    ['ms', '', ...percentiles],
    ...groups.flatMap(({ of, latencies }) =>
      latencies.map(({ name, percentiles: values }, index) =>
        [index === 0 ? of : '', padEnd(name, NAME_COLUMNS)].concat(digitsOf(values)),
      ),
    ),
  ]);
  if (wide.every((line) => !line.includes('\n'))) return wide;
  // The operation stands above its latencies where there is no room beside them.
  return page.table([
    ['ms', ...percentiles],
    ...groups.flatMap(({ of, latencies }) => [
      [of],
      ...latencies.map(({ name, percentiles: values }) => [`  ${name}`, ...digitsOf(values)]),
    ]),
  ]);
}

function withSlow(loaded: [string, OperationLoad]) {
  const [of, figures] = loaded;
  const slow = slowReaderFigures(loaded).map(({ name, figures: slowFigures }) => {
    return { of: name, latencies: latencyRows(slowFigures) };
  });
  return [{ of, latencies: latencyRows(figures) }, ...slow];
}

function digitsOf({ p50, p90, p95, p99, max }: Percentiles): string[] {
  return [p50, p90, p95, p99, max].map(formatDigits);
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

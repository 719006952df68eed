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
import { columnsOf, padEnd, table, wrap } from './columns.ts';
import type { Paint } from './paint.ts';

/** What the load measured: traffic and latency per operation, objectives, the generator. */
export function loadLines({ load, slo }: RunReport, paint: Paint): string[] {
  return [
    ...(load === undefined ? [] : measured(load, paint)),
    ...objectiveLines(slo, paint),
    ...(load === undefined ? [] : ['', ...healthLines(load, paint)]),
  ];
}

function measured(load: LoadReport, paint: Paint): string[] {
  return [
    '',
    `${paint('heading', 'Load')}  ${clipLine(load.scenario, 60)}`,
    ...wrap(arrivalSentence(load), 2),
    ...wrap(judgedSentence(load), 2),
    '',
    ...headed(trafficTable(load), paint),
    ...noteLines(load),
    '',
    ...headed(latencyTable(load), paint),
  ];
}

function headed([head = '', ...rows]: readonly string[], paint: Paint): string[] {
  return [paint('heading', head), ...rows];
}

function trafficTable(load: LoadReport): string[] {
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
  return table([head, ...rows], 0);
}

function noteLines(load: LoadReport): string[] {
  const jobs = jobSentence(load);
  const notes = loadedOperations(load).flatMap(([operation, figures]) => {
    const phrases = clipLine(operationNotes(figures).join('; '), 600);
    return phrases === '' ? [] : wrap(`${operation}  ${phrases}`, 0, 2);
  });
  return jobs === undefined ? notes : [...notes, ...wrap(jobs, 0, 2)];
}

function latencyTable(load: LoadReport): string[] {
  const head = ['ms', '', 'p50', 'p90', 'p95', 'p99', 'max'];
  const groups = [
    ...loadedOperations(load).flatMap(withSlow),
    { of: 'video jobs', latencies: jobRows(load) },
  ];
  const rows = groups.flatMap(({ of, latencies }) =>
    latencies.map(({ name, percentiles }, index) =>
      [index === 0 ? of : '', padEnd(name, NAME_COLUMNS)].concat(digitsOf(percentiles)),
    ),
  );
  return table([head, ...rows], 0);
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

function objectiveLines(slo: readonly Objective[], paint: Paint): string[] {
  if (slo.length === 0) return [];
  const columns = table(
    slo.map((objective) => [
      clipLine(objective.objective, 50),
      objective.measured === null ? '–' : formatMeasure(objective.measured, objective.unit),
    ]),
    0,
  );
  const width = Math.max(...columns.map(columnsOf));
  const lines = slo.flatMap((objective, index) => {
    const { mark, ink } = MET[`${objective.met}`];
    const line = `${mark} ${padEnd(columns[index] ?? '', width)}  ${clipLine(marginPhrase(objective), 200)}`;
    return wrap(line, 0, width + 4).map((each) => paint(ink, each));
  });
  return ['', paint('heading', 'Objectives'), ...lines];
}

const MET = {
  true: { mark: '✓', ink: 'pass' },
  false: { mark: '✗', ink: 'fail' },
  null: { mark: '?', ink: 'could-not-verify' },
} as const;

function healthLines({ health }: LoadReport, paint: Paint): string[] {
  const lines = wrap(clipLine(healthSentence(health), 400), 0, 2);
  return health.healthy ? lines : lines.map((line) => paint('inconclusive', line));
}

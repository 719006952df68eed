import { jobRows, jobSentence } from '../../phrases/job-figures.ts';
import {
  formatCount,
  formatDigits,
  formatShare,
  optionalRate,
} from '../../phrases/number-format.ts';
import {
  isOnlyMax,
  loadedOperations,
  operationNotes,
  repetitionRows,
  slowReaderFigures,
} from '../../phrases/operation-figures.ts';
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
import type { Figures, OperationLoad } from '../../schema/traffic.ts';
import { code, escapeMarkdown, markdownTable } from './spans.ts';

/** Each objective of the SLO; '' when there are none. */
export function objectivesPart({ slo }: RunReport): string {
  if (slo.length === 0) return '';
  const words = { true: '✓ met', false: '✗ missed', null: '? not judged' } as const;
  const body = slo.map((objective) => [
    words[`${objective.met}`],
    code(objective.objective, 100),
    objective.measured === null ? '–' : formatMeasure(objective.measured, objective.unit),
    escapeMarkdown(marginPhrase(objective)),
  ]);
  return `## Objectives\n\n${markdownTable(['', 'Objective', 'Measured', 'Margin'], body, 'text')}`;
}

const HEAD = [
  'Operation',
  'Requests',
  'Completed',
  'Errors',
  '429',
  'TTFT',
  'ITL',
  'Request latency',
  'Goodput',
  'Tokens',
  'Good tokens',
];

/** What the load measured; '' when there was none. */
export function loadPart({ load }: RunReport): string {
  if (load === undefined) return '';
  const body = loadedOperations(load).flatMap((loaded) => [
    operationCells(loaded),
    ...slowReaderFigures(loaded).map(({ name, figures }) => apartCells(name, figures)),
    ...repetitionRows(loaded[1]).map(({ name, percentiles }) =>
      apartCells(`${loaded[0]}, ${name}`, { e2eMs: percentiles }),
    ),
  ]);
  return [
    '## Load',
    '',
    escapeMarkdown(`${arrivalSentence(load)} ${judgedSentence(load)}`),
    '',
    markdownTable(HEAD, body),
    '',
    'Latencies are p50 / p99 in ms (p50 / max where there are fewer than 100), measured from when the request was sent.',
    ...loadedOperations(load).flatMap(notes),
    ...jobNotes(load),
    '',
    escapeMarkdown(healthSentence(load.health)),
  ].join('\n');
}

function operationCells([operation, figures]: [string, OperationLoad]): string[] {
  return [
    code(operation, 60),
    formatCount(figures.exchanges),
    optionalRate(figures.throughput),
    formatShare(figures.errorRate),
    formatCount(figures.throttled),
    ...latencyCells(figures),
    optionalRate(figures.goodput),
    optionalRate(figures.tokensPerSecond),
    optionalRate(figures.goodTokensPerSecond),
  ];
}

/** Its counts are in those of the operation. */
function apartCells(name: string, latencies: ShownLatencies): string[] {
  return [code(name, 80), '', '', '', '', ...latencyCells(latencies), '', '', ''];
}

type ShownLatencies = Pick<Figures, 'ttftMs' | 'itlMs' | 'e2eMs'>;

function latencyCells({ ttftMs, itlMs, e2eMs }: ShownLatencies): string[] {
  return [pair(ttftMs), pair(itlMs), pair(e2eMs)];
}

function jobNotes(load: LoadReport): string[] {
  const sentence = jobSentence(load);
  if (sentence === undefined) return [];
  const durations = jobRows(load).map(({ name, percentiles }) => `${name} ${pair(percentiles)} ms`);
  return ['', escapeMarkdown([sentence.slice(0, -1), ...durations].join('; '))];
}

function pair(percentiles: Percentiles | undefined): string {
  if (percentiles === undefined) return '';
  const { p50, p99, max } = percentiles;
  const far = isOnlyMax('p99', percentiles) ? `max ${formatDigits(max)}` : formatDigits(p99);
  return `${formatDigits(p50)} / ${far}`;
}

function notes([operation, figures]: [string, Figures]): string[] {
  const phrases = operationNotes(figures);
  return phrases.length === 0
    ? []
    : ['', `${code(operation, 60)} ${escapeMarkdown(phrases.join('; '))}`];
}

import type { LoadProgress } from '../../load/load-result.ts';
import type { Judging } from '../../load/load-run.ts';
import type { Workload } from '../../load/workload/workload.ts';
import type { ComplianceResult } from '../../measure/compliance.ts';
import { exceededLimits, isUnhealthy } from '../../measure/generator-health.ts';
import type { RecentFigures, RecentSecond } from '../../measure/recent-figures.ts';
import { objectives as objectiveRows } from '../../report/assemble/load-section.ts';
import { columnsOf, fit, type Ink, padEnd, TextPage } from '../../report/formats/text/text-page.ts';
import {
  formatArrivalRate,
  formatCount,
  formatDigits,
  formatDuration,
  formatMilliseconds,
  formatNumberOf,
  formatRate,
  formatShare,
} from '../../report/phrases/number-format.ts';
import { placeOf } from '../../report/phrases/operation-figures.ts';
import { formatMeasure } from '../../report/phrases/sentences.ts';
import type { Objective } from '../../report/schema/run-report.ts';
import type { Canvas, LiveLine, LiveView } from './progress.ts';

/** The live view of a load. Its figures are those of the last five seconds. */
export function loadView(progress: LoadProgress, workload: LoadFrame): LiveView {
  return {
    block: (canvas) => blockLines(progress, workload, canvas),
    line: () => plainLine(progress, workload),
  };
}

/** Facts of the run that the view needs. */
interface LoadFrame extends Pick<Workload, 'scenario' | 'durationMs'> {
  readonly judging: Judging;
  /** The address under load. */
  readonly target: string;
}

/** What matters most comes first: a terminal of few rows or columns shows no more. */
function blockLines(progress: LoadProgress, workload: LoadFrame, canvas: Canvas): string[] {
  const { columns, rows, paint } = canvas;
  const { errors, findings, objectives, course } = progress;
  // With --judge after, no response is seen during the load.
  const isSeen = workload.judging !== 'after';
  const lines: readonly LiveLine[] = [
    { text: `${workload.scenario}  ${timePhrase(progress, workload)}`, ink: 'heading' },
    { text: `target     ${workload.target}` },
    { text: `arrivals   ${arrivalPhrase(progress)}` },
    generatorLine(progress),
    {
      text: `so far     ${countPhrase(progress, workload)}`,
      ...(errors + findings > 0 && { ink: 'fail' }),
    },
    ...(isSeen ? [...objectiveLines(objectives), ...courseLines(course, columns)] : []),
    ...operationLines(inOrder(progress)),
  ];
  return lines.slice(0, rows).map(({ text, ink }) => {
    const fitting = fit(text, columns);
    return ink === undefined ? fitting : paint(ink, fitting);
  });
}

/** Throughput and TTFT of the last seconds, one a column. */
function courseLines(course: readonly RecentSecond[], columns: number): readonly LiveLine[] {
  const last = course.at(-1);
  if (last === undefined) return [];
  const drawn = (name: string, values: readonly (number | undefined)[], now: string): LiveLine => {
    const room = columns - columnsOf(`${name}  ${now}`);
    return { text: `${name}${sparkline(values, Math.min(COURSE, room))}  ${now}` };
  };
  return [
    drawn(
      'completed  ',
      course.map(({ throughput }) => throughput),
      formatRate(last.throughput),
    ),
    drawn(
      'TTFT p50   ',
      course.map(({ ttftP50Ms }) => ttftP50Ms),
      formatMs(last.ttftP50Ms),
    ),
  ];
}

/** Seconds of a sparkline at most. */
const COURSE = 60;

/** The lines have a fixed order, whichever operation came first. */
function inOrder({ operations }: LoadProgress): RecentFigures[] {
  return operations.toSorted((a, b) => placeOf(a.operation) - placeOf(b.operation));
}

function timePhrase({ atMs, inFlight }: LoadProgress, { durationMs }: LoadFrame): string {
  const leftMs = durationMs - atMs;
  if (leftMs <= 0) {
    const waiting = inFlight === 0 ? '' : `, waiting for ${formatCount(inFlight)} in flight`;
    return `arrivals ended${waiting}`;
  }
  return `${wholeSeconds(atMs)} of ${formatDuration(durationMs)}, ${wholeSeconds(leftMs)} left`;
}

function wholeSeconds(ms: number): string {
  return formatDuration(Math.max(1, Math.round(ms / 1000)) * 1000);
}

function arrivalPhrase({ scheduledPerSecond, startedPerSecond, inFlight }: LoadProgress): string {
  return `target ${formatArrivalRate(scheduledPerSecond)}, started ${formatArrivalRate(startedPerSecond)}, ${formatCount(inFlight)} in flight`;
}

function generatorLine(progress: LoadProgress): LiveLine {
  const { latenessP99Ms, unhealthySeconds, silentMs } = progress;
  const before =
    unhealthySeconds === 0 ? '' : `, saturated for ${formatNumberOf(unhealthySeconds, 'second')}`;
  const passed = exceededLimits(progress, silentMs !== undefined);
  if (passed.length > 0) {
    const late = passed.map(({ what, lateMs }) => `${what} ${latePhrase(lateMs)}`).join(', ');
    return { text: `generator  cannot keep up: ${late}${before}`, ink: 'inconclusive' };
  }
  if (silentMs !== undefined) {
    return {
      text: `generator  is waiting: ${silencePhrase(silentMs)}${before}`,
      ink: 'inconclusive',
    };
  }
  return { text: `generator  keeps up: arrivals ${latePhrase(latenessP99Ms)}${before}` };
}

function latePhrase(ms: number): string {
  return `${formatMilliseconds(ms)} late (p99)`;
}

function silencePhrase(silentMs: number): string {
  return `no response has ended for ${wholeSeconds(silentMs)}`;
}

/** A shorter delay has no meaning. */
const BEHIND_MS = 3000;

/** With --judge after, only the iterations are known during the load. */
function countPhrase(progress: LoadProgress, { judging }: LoadFrame): string {
  const { exchanges, errors, findings, completed, behindMs } = progress;
  if (judging === 'after')
    return `${formatNumberOf(completed, 'iteration')}, judged after the load`;
  const found = judging === 'none' ? 'not judged' : formatNumberOf(findings, 'finding');
  const behind = behindMs < BEHIND_MS ? '' : `, judging ${wholeSeconds(behindMs)} behind the load`;
  return `${formatNumberOf(exchanges, 'request')}, ${formatNumberOf(errors, 'error')}, ${found}${behind}`;
}

/** The columns, the most important first. */
const COLUMNS: readonly (readonly [head: string, cell: (figures: RecentFigures) => string])[] = [
  ['last 5 s', ({ operation }) => operation],
  ['errors', ({ errorShare }) => (errorShare === null ? '–' : formatShare(errorShare))],
  ['TTFT p50', ({ ttftP50Ms }) => formatMs(ttftP50Ms)],
  ['TTFT p95', ({ ttftP95Ms }) => formatMs(ttftP95Ms)],
  ['429', ({ throttled }) => formatCount(throttled)],
  ['completed', ({ throughput }) => formatRate(throughput)],
  ['e2e p50', ({ e2eP50Ms }) => formatMs(e2eP50Ms)],
  ['e2e p95', ({ e2eP95Ms }) => formatMs(e2eP95Ms)],
];

function formatMs(value: number | undefined): string {
  return value === undefined ? '–' : formatMilliseconds(value);
}

/** A table of the operations; nothing before the first response. */
function operationLines(operations: readonly RecentFigures[]): readonly LiveLine[] {
  if (operations.length === 0) return [];
  const rows = operations.map((figures) => COLUMNS.map(([, cell]) => cell(figures)));
  const [head = '', ...body] = UNLIMITED.table([COLUMNS.map(([name]) => name), ...rows]);
  const lines = body.map((text, at): LiveLine => {
    const { errorShare, throttled } = operations[at] ?? { errorShare: null, throttled: 0 };
    if ((errorShare ?? 0) > 0) return { text, ink: 'fail' };
    return throttled > 0 ? { text, ink: 'warn' } : { text };
  });
  return [{ text: head, ink: 'quiet' }, ...lines];
}

const UNLIMITED = new TextPage({ columns: Number.POSITIVE_INFINITY });

/** Longest line of a log that a CI server shows without a break. */
const LOG_COLUMNS = 120;
const SEPARATOR = ' · ';

/**
 * The same on one line, for a log. It ends before the first piece that does not fit: operations without
 * errors are last.
 */
function plainLine(progress: LoadProgress, workload: LoadFrame): string {
  const { silentMs } = progress;
  const waits = silentMs === undefined ? 'keeps up' : `is waiting: ${silencePhrase(silentMs)}`;
  const state = isUnhealthy(progress, silentMs !== undefined) ? 'cannot keep up' : waits;
  const operations = inOrder(progress);
  const { judging } = workload;
  const objectives = judging === 'after' ? [] : progress.objectives;
  const met = objectives.filter((each) => each.met === true).length;
  const pieces = [
    timePhrase(progress, workload),
    countPhrase(progress, workload),
    `generator ${state}`,
    ...operations.filter(isInTrouble).map(operationPhrase),
    ...(objectives.length === 0 ? [] : [`objectives: ${met} of ${objectives.length} met`]),
    `started ${formatArrivalRate(progress.startedPerSecond)}, ${formatCount(progress.inFlight)} in flight`,
    ...operations.filter((each) => !isInTrouble(each)).map(operationPhrase),
  ];
  const [first = '', ...others] = pieces;
  let line = fit(first, LOG_COLUMNS);
  for (const piece of others) {
    const longer = `${line}${SEPARATOR}${piece}`;
    if (columnsOf(longer) > LOG_COLUMNS) break;
    line = longer;
  }
  return line;
}

function isInTrouble({ errorShare, throttled }: RecentFigures): boolean {
  return (errorShare ?? 0) > 0 || throttled > 0;
}

function operationPhrase({ operation, errorShare, ttftP95Ms, throttled }: RecentFigures): string {
  return [
    `${operation} ${errorShare === null ? 'no responses' : `${formatShare(errorShare)} errors`}`,
    ...(ttftP95Ms === undefined ? [] : [`TTFT p95 ${formatDigits(ttftP95Ms)} ms`]),
    ...(throttled === 0 ? [] : [`${formatCount(throttled)} × 429`]),
  ].join(', ');
}

const LEVELS = '▁▂▃▄▅▆▇█';
const NOTHING = '·';

/**
 * Values as bars from 0 to the largest, one a column.
 * @param values undefined where nothing was measured
 * @param columns the last values that fit are shown
 */
function sparkline(values: readonly (number | undefined)[], columns: number): string {
  const shown = values.slice(-Math.max(0, columns));
  const highest = Math.max(0, ...shown.map((value) => value ?? 0));
  return shown.map((value) => (value === undefined ? NOTHING : barOf(value, highest))).join('');
}

function barOf(value: number, highest: number): string {
  const share = highest > 0 ? value / highest : 0;
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor(share * LEVELS.length))] ?? NOTHING;
}

const STATES = {
  true: { words: '✓ met', ink: 'pass' },
  false: { words: '✗ missed', ink: 'fail' },
  null: { words: '? not yet known', ink: 'quiet' },
} as const satisfies Record<string, { words: string; ink: Ink }>;

/** A line for each objective: its state so far, and what was measured. */
function objectiveLines(results: readonly ComplianceResult[]): readonly LiveLine[] {
  const stated = objectiveRows(results).map((objective) => ({
    objective,
    ...STATES[`${objective.met}`],
  }));
  const width = Math.max(0, ...stated.map(({ words }) => columnsOf(words)));
  return stated.map(({ objective, words, ink }) => ({
    text: `${padEnd(words, width)}  ${objective.objective}${soFar(objective)}`,
    ink,
  }));
}

function soFar({ measured, unit }: Objective): string {
  return measured === null ? '' : `  ${formatMeasure(measured, unit)} so far`;
}

import type { LoadProgress } from '../../load/load-result.ts';
import type { Judging } from '../../load/load-run.ts';
import type { Workload } from '../../load/workload/workload.ts';
import type { ComplianceResult } from '../../measure/compliance.ts';
import { exceededLimits, isUnhealthy } from '../../measure/generator-health.ts';
import type { RecentFigures, RecentSecond } from '../../measure/recent-figures.ts';
import { objectives as objectiveRows } from '../../report/assemble/load-section.ts';
import { columnsOf, fit, padEnd, TextPage } from '../../report/formats/text/text-page.ts';
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
import type { Canvas, Course, LiveLine, LiveView, LoadFigures } from './progress.ts';

/** The live view of a load. */
export function loadView(progress: LoadProgress, frame: LoadFrame): LiveView {
  const figures = loadFigures(progress, frame);
  return {
    figures,
    block: (canvas) => blockLines(figures, canvas),
    line: () => plainLine(progress, frame),
  };
}

/** Facts of the run that the figures need. */
export interface LoadFrame extends Pick<Workload, 'scenario' | 'durationMs'> {
  readonly judging: Judging;
  /** The address under load. */
  readonly target: string;
}

/** The figures of the operations are those of the last five seconds. */
export function loadFigures(progress: LoadProgress, frame: LoadFrame): LoadFigures {
  const { errors, findings, objectives, course } = progress;
  // With --judge after, no response is seen during the load.
  const isSeen = frame.judging !== 'after';
  return {
    title: `${frame.scenario}  ${timePhrase(progress, frame)}`,
    facts: [
      { name: 'target', text: frame.target },
      { name: 'arrivals', text: arrivalPhrase(progress) },
      { name: 'generator', ...generatorWords(progress) },
      {
        name: 'so far',
        text: countPhrase(progress, frame),
        ...(errors + findings > 0 && { ink: 'fail' }),
      },
    ],
    objectives: isSeen ? objectives.flatMap(liveObjectives) : [],
    course: isSeen ? COURSES.flatMap((each) => courseOf(each, course)) : [],
    operations: operationRows(inOrder(progress)),
  };
}

const STATES = {
  true: { state: '✓ met', ink: 'pass' },
  false: { state: '✗ missed', ink: 'fail' },
  null: { state: '? not yet known', ink: 'quiet' },
} as const;

function liveObjectives(result: ComplianceResult): LoadFigures['objectives'] {
  return objectiveRows([result]).map(({ met, objective, measured, unit }) => ({
    ...STATES[`${met}`],
    text: objective,
    measured: measured === null ? '' : `${formatMeasure(measured, unit)} so far`,
  }));
}

/** What is drawn of each second; what has a value in none of them is omitted. */
const COURSES: readonly {
  readonly name: string;
  valueIn(second: RecentSecond): number | undefined;
  format(value: number): string;
}[] = [
  { name: 'completed', valueIn: ({ throughput }) => throughput, format: formatRate },
  { name: 'TTFT p50', valueIn: ({ ttftP50Ms }) => ttftP50Ms, format: formatMilliseconds },
  { name: 'tokens', valueIn: ({ tokens }) => tokens || undefined, format: formatRate },
  { name: 'in flight', valueIn: ({ inFlight }) => inFlight, format: formatCount },
];

function courseOf(
  { name, valueIn, format }: (typeof COURSES)[number],
  seconds: readonly RecentSecond[],
): Course[] {
  const values = seconds.map(valueIn);
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return [];
  const last = values.at(-1);
  const now = last === undefined ? NOTHING : format(last);
  return [{ name, values, now, most: format(Math.max(...known)) }];
}

/** The rows have a fixed order, whichever operation came first. */
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

function generatorWords(progress: LoadProgress): Omit<LoadFigures['facts'][number], 'name'> {
  const { latenessP99Ms, unhealthySeconds, silentMs } = progress;
  const before =
    unhealthySeconds === 0 ? '' : `, saturated for ${formatNumberOf(unhealthySeconds, 'second')}`;
  const passed = exceededLimits(progress, silentMs !== undefined);
  if (passed.length > 0) {
    const late = passed.map(({ what, lateMs }) => `${what} ${latePhrase(lateMs)}`).join(', ');
    return { text: `cannot keep up: ${late}${before}`, ink: 'inconclusive' };
  }
  if (silentMs !== undefined) {
    return { text: `is waiting: ${silencePhrase(silentMs)}${before}`, ink: 'inconclusive' };
  }
  return { text: `keeps up: arrivals ${latePhrase(latenessP99Ms)}${before}` };
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
  ['errors', ({ errorShare }) => (errorShare === null ? NOTHING : formatShare(errorShare))],
  ['TTFT p50', ({ ttftP50Ms }) => formatMs(ttftP50Ms)],
  ['TTFT p95', ({ ttftP95Ms }) => formatMs(ttftP95Ms)],
  ['429', ({ throttled }) => formatCount(throttled)],
  ['completed', ({ throughput }) => formatRate(throughput)],
  ['e2e p50', ({ e2eP50Ms }) => formatMs(e2eP50Ms)],
  ['e2e p95', ({ e2eP95Ms }) => formatMs(e2eP95Ms)],
];

const NOTHING = '–';

function formatMs(value: number | undefined): string {
  return value === undefined ? NOTHING : formatMilliseconds(value);
}

function operationRows(operations: readonly RecentFigures[]): LoadFigures['operations'] {
  if (operations.length === 0) return [];
  const rows = operations.map((figures): LoadFigures['operations'][number] => {
    const cells = COLUMNS.map(([, cell]) => cell(figures));
    const ink = (figures.errorShare ?? 0) > 0 ? 'fail' : 'warn';
    return isInTrouble(figures) ? { cells, ink } : { cells };
  });
  return [{ cells: COLUMNS.map(([name]) => name), ink: 'quiet' }, ...rows];
}

function isInTrouble({ errorShare, throttled }: RecentFigures): boolean {
  return (errorShare ?? 0) > 0 || throttled > 0;
}

/** Columns of the names at the left. */
const NAMES = 11;

/** What matters most comes first: a terminal of few rows or columns shows no more. */
function blockLines(figures: LoadFigures, { columns, rows, paint }: Canvas): string[] {
  const { title, facts, objectives, course, operations } = figures;
  const width = Math.max(0, ...objectives.map(({ state }) => columnsOf(state)));
  const table = UNLIMITED.table(operations.map(({ cells }) => cells));
  const lines: readonly LiveLine[] = [
    { text: title, ink: 'heading' },
    ...facts.map(({ name, text, ...ink }) => ({ text: `${padEnd(name, NAMES)}${text}`, ...ink })),
    ...objectives.map(({ state, text, measured, ink }) => ({
      text: `${padEnd(state, width)}  ${text}  ${measured}`.trimEnd(),
      ink,
    })),
    ...course.map((each) => ({ text: courseLine(each, columns) })),
    ...operations.map(({ ink }, at) => ({ text: table[at] ?? '', ...(ink && { ink }) })),
  ];
  return lines.slice(0, rows).map(({ text, ink }) => {
    const fitting = fit(text, columns);
    return ink === undefined ? fitting : paint(ink, fitting);
  });
}

const UNLIMITED = new TextPage({ columns: Number.POSITIVE_INFINITY });

/** Seconds of a sparkline at most. */
const COURSE = 60;

function courseLine({ name, values, now }: Course, columns: number): string {
  const room = columns - NAMES - columnsOf(`  ${now}`);
  return `${padEnd(name, NAMES)}${sparkline(values, Math.min(COURSE, room))}  ${now}`;
}

/** Longest line of a log that a CI server shows without a break. */
const LOG_COLUMNS = 120;
const SEPARATOR = ' · ';

/**
 * The same on one line, for a log. It ends before the first piece that does not fit: operations without
 * errors are last.
 */
function plainLine(progress: LoadProgress, frame: LoadFrame): string {
  const { silentMs } = progress;
  const waits = silentMs === undefined ? 'keeps up' : `is waiting: ${silencePhrase(silentMs)}`;
  const state = isUnhealthy(progress, silentMs !== undefined) ? 'cannot keep up' : waits;
  const operations = inOrder(progress);
  const objectives = frame.judging === 'after' ? [] : progress.objectives;
  const met = objectives.filter((each) => each.met === true).length;
  const pieces = [
    timePhrase(progress, frame),
    countPhrase(progress, frame),
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

function operationPhrase({ operation, errorShare, ttftP95Ms, throttled }: RecentFigures): string {
  return [
    `${operation} ${errorShare === null ? 'no responses' : `${formatShare(errorShare)} errors`}`,
    ...(ttftP95Ms === undefined ? [] : [`TTFT p95 ${formatDigits(ttftP95Ms)} ms`]),
    ...(throttled === 0 ? [] : [`${formatCount(throttled)} × 429`]),
  ].join(', ');
}

const LEVELS = '▁▂▃▄▅▆▇█';
const GAP = '·';

/**
 * Values as bars from 0 to the largest, one a column.
 * @param values undefined where nothing was measured
 * @param columns the last values that fit are shown
 */
function sparkline(values: readonly (number | undefined)[], columns: number): string {
  const shown = values.slice(-Math.max(0, columns));
  const highest = Math.max(0, ...shown.map((value) => value ?? 0));
  return shown.map((value) => (value === undefined ? GAP : barOf(value, highest))).join('');
}

function barOf(value: number, highest: number): string {
  const share = highest > 0 ? value / highest : 0;
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor(share * LEVELS.length))] ?? GAP;
}

import { present } from '../../input/defined.ts';
import { CHANGE_WORDS, type ChangeWord } from '../../measure/change/estimate.ts';
import { overheadEffect } from '../../measure/change/min-effect.ts';
import { ADDED_METRICS } from '../../measure/sample.ts';
import {
  formatCount,
  formatDigits,
  formatDuration,
  formatFineDigits,
  formatNumberOf,
} from '../phrases/number-format.ts';
import type { Delta, Figure, Performance, PerformanceRow } from '../schema/performance.ts';

/** How the subjects of `--against` are called, in their order. */
export const AGAINST_LABELS = ['baseline', 'this run'] as const;

export const WORD_TEXT: Readonly<Record<ChangeWord, string>> = {
  worse: 'Worse',
  better: 'Better',
  same: 'Same',
  'cannot-tell': 'Cannot tell',
};

/** Colours by the verdicts that look alike. */
export const WORD_INK = {
  worse: 'fail',
  better: 'pass',
  same: 'not-applicable',
  'cannot-tell': 'could-not-verify',
} as const satisfies Record<ChangeWord, string>;

export const METRICS: Readonly<Record<PerformanceRow['metric'], string>> = {
  ttft: 'TTFT',
  args: 'last argument',
  itl: 'ITL',
  tpot: 'TPOT',
  e2e: 'request latency (e2e)',
  addedTtft: 'overhead, TTFT',
  addedE2e: 'overhead, request latency (e2e)',
  forward: 'overhead, forward',
  relay: 'overhead, relay of a token',
  errors: 'errors',
  throttled: '429s',
  goodput: 'goodput ratio',
  knee: 'maximum sustainable rate (knee)',
};

/** `chat, stream`, or `chat, stream, 50/s`. */
export function subjectName({
  operation,
  mode,
  step,
}: Pick<PerformanceRow, 'operation' | 'mode' | 'step'>): string {
  const name = operation === 'all' ? 'all operations' : operation;
  return [name, mode, step].filter((part) => part !== undefined).join(', ');
}

/** `TTFT p95`. */
export function figureName({ metric, statistic }: Pick<Figure, 'metric' | 'statistic'>): string {
  return statistic === undefined ? METRICS[metric] : `${METRICS[metric]} ${statistic}`;
}

/** `23.1 ms`. */
export function valueText(value: number | null, unit: Figure['unit']): string {
  if (value === null) return '–';
  const digits = withUnit(digitsOf(value, unit), unit);
  return value < 0 ? `−${digits}` : digits;
}

/** `+2.61 ms, +11 %`; a share has only points. */
export function deltaText({ delta, ratio }: Delta, { unit }: Pick<Figure, 'unit'>): string {
  if (delta === null) return '–';
  const points =
    unit === '%' ? `${signed(delta, unit)} points` : withUnit(signed(delta, unit), unit);
  return ratio === null || unit === '%' ? points : `${points}, ${percentText(ratio)}`;
}

/** In percent; in points where the figure is a share, and as it is where it was 0. */
export function relativeText(delta: Delta, figure: Pick<Figure, 'unit'>): string {
  const { ratio } = delta;
  return ratio === null || figure.unit === '%' ? deltaText(delta, figure) : percentText(ratio);
}

/** `+2.41 to +2.80 ms`. */
export function intervalText({ interval }: Delta, { unit }: Pick<Figure, 'unit'>): string {
  if (interval === null) return '–';
  const ends = `${signed(interval.low, unit)} to ${signed(interval.high, unit)}`;
  return unit === '%' ? `${ends} points` : withUnit(ends, unit);
}

function percentText(ratio: number): string {
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  return `${percent < 0 ? '−' : '+'}${size < 10 ? size.toFixed(1) : formatCount(Math.round(size))} %`;
}

/** Without a sign. A time may be an overhead. */
function digitsOf(value: number, unit: Figure['unit']): string {
  const size = Math.abs(value);
  return unit === 'ms' ? formatFineDigits(size) : formatDigits(size);
}

function signed(value: number, unit: Figure['unit']): string {
  const digits = digitsOf(value, unit);
  if (Number(digits) === 0) return digits;
  return `${value < 0 ? '−' : '+'}${digits}`;
}

function withUnit(digits: string, unit: Figure['unit']): string {
  return unit === '/s' ? `${digits}/s` : `${digits} ${unit}`;
}

/**
 * The overall word of each subject after the first, with the counts of its figures:
 * `after is Worse than before: 3 of 24 figures are worse, …`.
 */
export function overallSentences(
  { words, rows, minEffect }: Performance,
  [first = '', ...others]: readonly string[],
): readonly string[] {
  return others.map((label, at) => {
    const word = words[at] ?? 'cannot-tell';
    const counts = CHANGE_WORDS.flatMap((each) => {
      const count = rows.filter(({ changes }) => changes[at]?.word === each).length;
      return count === 0 ? [] : [`${formatCount(count)} ${WORD_TEXT[each].toLowerCase()}`];
    });
    const figures = formatNumberOf(rows.length, 'figure');
    return `${label} against ${first}: ${WORD_TEXT[word]}. ${figures}: ${counts.join(', ')}. Minimal effect: ${effects(rows, minEffect)}.`;
  });
}

/** `5 % and 2 ms; 5 % and 0.2 ms of an overhead`. */
function effects(rows: Performance['rows'], minEffect: Performance['minEffect']): string {
  const added = rows.filter(({ metric }) => ADDED.has(metric));
  const ofOverhead = `${minEffectText(overheadEffect(minEffect))} of an overhead`;
  if (added.length === 0) return minEffectText(minEffect);
  return added.length === rows.length ? ofOverhead : `${minEffectText(minEffect)}; ${ofOverhead}`;
}

const ADDED: ReadonlySet<PerformanceRow['metric']> = new Set(ADDED_METRICS);

/** `5 % and 2 ms`. */
function minEffectText({ relative, absoluteMs }: Performance['minEffect']): string {
  const parts = present([
    relative > 0 && `${Number((relative * 100).toFixed(3))} %`,
    absoluteMs > 0 && formatEffect(absoluteMs),
  ]);
  return parts.join(' and ');
}

function formatEffect(ms: number): string {
  return ms < 1000 ? `${Number(ms.toFixed(3))} ms` : formatDuration(ms);
}

/** A sentence for each figure that got worse, for one subject after the first. */
export function worseSentences({ rows }: Performance, at: number, before: string): string[] {
  return rows.flatMap((row) => {
    const change = row.changes[at];
    if (change?.word !== 'worse') return [];
    const [was, is] = [row.cells[0], row.cells[at + 1]].map((cell) =>
      valueText(cell?.value ?? null, row.unit),
    );
    return [
      `Worse than ${before}: ${subjectName(row)}: ${figureName(row)} ${is}, ${was} in ${before}: ${deltaText(change, row)} (95 % CI ${intervalText(change, row)}).`,
    ];
  });
}

/** Which figures leave open whether a subject after the first is worse. */
export function uncertainSentence(performance: Performance, at: number, before: string): string {
  return `It is uncertain whether it is worse than ${before}: ${uncertainty(performance, at)}`;
}

const WIDE = 'the interval is too wide';
const SHOWN_REASONS = 3;

/** Which figures are uncertain for what reason, and what to do. @param at counted from the second subject */
export function uncertainty({ rows, notes }: Performance, at: number): string {
  // A p99 never decides it.
  const uncertain = rows.filter(
    ({ statistic, changes }) => statistic !== 'p99' && changes[at]?.word === 'cannot-tell',
  );
  const byReason = Map.groupBy(uncertain, ({ changes }) => changes[at]?.reason ?? WIDE);
  const clauses = [...byReason].map(([reason, [first, ...others]]) => {
    const name = first === undefined ? '' : `${subjectName(first)}: ${figureName(first)}`;
    const more = others.length === 0 ? '' : ` and ${formatNumberOf(others.length, 'more figure')}`;
    return `${name}${more} (${reason})`;
  });
  const isUnlike = [...byReason.keys()].some((reason) =>
    notes.some((note) => note.endsWith(`: ${reason}.`)),
  );
  const why = clauses.slice(0, SHOWN_REASONS).join('; ');
  const remedy = isUnlike
    ? 'Load both again, with one scenario and a rate that the generator can keep up with.'
    : 'Send more requests, or use a quieter machine.';
  return `${why === '' ? 'No latency was compared' : why}. ${remedy}`;
}

import {
  CONFIDENCE,
  changeWord,
  type Estimate,
  rateChange,
} from '../../measure/change/estimate.ts';
import { type MinEffect, rateEffect } from '../../measure/change/min-effect.ts';
import type { PerformanceChange, PerformanceRow } from '../schema/performance.ts';
import type { MeasuredSubject } from './measured-subject.ts';

/** A figure of all subjects, and how it changed since the first, before a word is found for it. */
export interface FigureRow extends Omit<PerformanceRow, 'changes'> {
  /** One for each subject after the first. */
  readonly estimates: readonly FigureChange[];
}

export interface FigureChange {
  /** Absent when too little was measured. */
  readonly estimate?: Estimate | undefined;
  /** In the unit of the row. */
  readonly effect?: number | undefined;
  readonly decides: boolean;
  /** Why there is no estimate. */
  readonly reason?: string | undefined;
}

/**
 * @param doubts why a subject after the first cannot be compared, whatever its figures; undefined
 * where it can
 */
export function changesOf(
  rows: readonly FigureRow[],
  doubts: readonly (string | undefined)[],
): readonly PerformanceRow[] {
  const figures = doubts.map(
    (_, at) => rows.filter(({ estimates }) => estimates[at]?.estimate !== undefined).length,
  );
  return rows.map(({ estimates, ...row }) => ({
    ...row,
    changes: estimates.map((change, at) =>
      changeRecord(change, {
        ...row,
        before: row.cells[0]?.value ?? null,
        after: row.cells[at + 1]?.value ?? null,
        figures: figures[at] ?? 1,
        doubt: row.metric === 'knee' ? undefined : doubts[at],
      }),
    ),
  }));
}

interface Context extends Pick<PerformanceRow, 'betterWhen'> {
  readonly before: number | null;
  readonly after: number | null;
  readonly figures: number;
  readonly doubt: string | undefined;
}

function changeRecord(change: FigureChange, context: Context): PerformanceChange {
  const { estimate, effect, decides } = change;
  const { before, after, figures, betterWhen, doubt } = context;
  const delta = before === null || after === null ? null : after - before;
  // An overhead below 0 is the noise of its measurement.
  const hasRatio = before !== null && after !== null && before > 0 && after >= 0;
  const ratio = hasRatio ? after / before : null;
  const facts = { decides, delta, ratio, minEffect: effect ?? null };
  if (estimate === undefined || effect === undefined || delta === null) {
    const reason = doubt ?? change.reason ?? 'nothing was measured';
    return { word: 'cannot-tell', ...facts, interval: null, reason };
  }
  // The values shown are exact, those of the estimate are in buckets.
  const shift = delta - estimate.delta;
  const shown = (confidence: number) => {
    const { low, high } = estimate.interval(confidence);
    return { low: low + shift, high: high + shift };
  };
  const interval = shown(CONFIDENCE);
  if (doubt !== undefined) return { word: 'cannot-tell', ...facts, interval, reason: doubt };
  const word = changeWord({ delta, interval: shown }, { effect, betterWhen, figures });
  return { word, ...facts, interval };
}

/** The maximum sustainable rate, with the interval of each search. */
export function kneeRows(
  subjects: readonly MeasuredSubject[],
  minEffect: MinEffect,
): readonly FigureRow[] {
  const [before, ...others] = subjects.map(({ knee }) => knee);
  return [
    {
      operation: 'all',
      metric: 'knee',
      unit: '/s',
      betterWhen: 'higher',
      cells: subjects.map(({ knee }) => ({ value: knee?.rate ?? null, observations: null })),
      estimates: others.map((after) => ({
        decides: true,
        ...(before && { effect: rateEffect(minEffect, before.rate) }),
        ...(before && after
          ? { estimate: rateChange(before, after) }
          : { reason: 'a knee is unknown' }),
      })),
    },
  ];
}

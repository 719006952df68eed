import { type ChangeWord, overallWord } from '../../measure/change/change-word.ts';
import type { MinEffect } from '../../measure/change/min-effect.ts';
import type { Performance, PerformanceRow } from '../schema/performance.ts';
import { conditionsNotes } from './conditions.ts';
import { curvesOf } from './curves.ts';
import { changesOf, type FigureRow } from './figure-row.ts';
import { kneeRows } from './knee-rows.ts';
import { latencyRows } from './latency-rows.ts';
import type { MeasuredSubject } from './measured-subject.ts';
import { overheadRows } from './overhead-rows.ts';
import { shareRows } from './share-rows.ts';

interface PerformanceOptions {
  readonly minEffect: MinEffect;
  /** The blocks of one place were sent one after the other, with the same seed. */
  readonly paired: boolean;
}

/**
 * Figures of load, capacity and overhead side by side, each with its change since the first subject.
 * Undefined when fewer than two subjects were measured.
 */
export function comparePerformance(
  subjects: readonly MeasuredSubject[],
  { minEffect, paired }: PerformanceOptions,
): Performance | undefined {
  const isComparable = (has: (subject: MeasuredSubject) => boolean): boolean =>
    subjects.filter(has).length > 1;
  const hasLoads = isComparable(({ load }) => load !== undefined);
  const hasKnees = isComparable(({ knee }) => knee !== undefined);
  const hasOverheads = isComparable(({ overhead }) => overhead !== undefined);
  if (!hasLoads && !hasKnees && !hasOverheads) return undefined;
  const loads = subjects.map(({ load }) => load);
  const { doubts, notes } = conditionsNotes(subjects, paired);
  const figures: readonly FigureRow[] = [
    ...(hasKnees ? kneeRows(subjects, minEffect) : []),
    ...(hasOverheads
      ? overheadRows(
          subjects.map(({ overhead }) => overhead),
          minEffect,
        )
      : []),
    ...(hasLoads ? shareRows(loads) : []),
    ...(hasLoads ? latencyRows(loads, { minEffect, paired }) : []),
  ];
  const rows = changesOf(figures, doubts);
  const curves = hasLoads ? curvesOf(loads) : [];
  return {
    method: paired ? 'paired-blocks' : 'time-blocks',
    minEffect,
    words: subjects.slice(1).map((_, at) => overallOf(rows, at)),
    notes: [...notes],
    rows: [...rows],
    ...(curves.length > 0 && { curves: [...curves] }),
  };
}

/** Equal errors alone do not make builds equal: a latency or a knee must have been compared. */
function overallOf(rows: readonly PerformanceRow[], at: number): ChangeWord {
  const changes = rows.flatMap(({ metric, changes: all }) => {
    const change = all[at];
    return change === undefined ? [] : [{ ...change, metric }];
  });
  const deciding = changes.filter(({ decides }) => decides);
  const isShown = deciding.some(({ metric }) => !SHARES.has(metric));
  const isWorse = changes.some(({ word }) => word === 'worse');
  if (isWorse) return 'worse';
  return isShown ? overallWord(deciding.map(({ word }) => word)) : 'cannot-tell';
}

const SHARES: ReadonlySet<PerformanceRow['metric']> = new Set(['errors', 'throttled', 'goodput']);

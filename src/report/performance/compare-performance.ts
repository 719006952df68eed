import { present } from '../../input/defined.ts';
import { type ChangeWord, overallWord } from '../../measure/change/estimate.ts';
import { DEFAULT_MIN_EFFECT, type MinEffect } from '../../measure/change/min-effect.ts';
import { formatRequestRate } from '../phrases/number-format.ts';
import type { Against, Performance, PerformanceRow } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import { changesOf, type FigureRow, kneeRows } from './figure-row.ts';
import { type ComparisonTerms, curvesOf, latencyRows } from './latency-rows.ts';
import {
  type LoadConditions,
  type MeasuredLoad,
  type MeasuredReport,
  type MeasuredSubject,
  measuredSubject,
} from './measured-subject.ts';
import { overheadRows } from './overhead-rows.ts';
import { AGAINST_LABELS } from './phrases.ts';
import { shareRows } from './share-rows.ts';

/**
 * Figures of load, capacity and overhead side by side, each with its change since the first subject.
 * Undefined when fewer than two subjects were measured.
 */
export function comparePerformance(
  subjects: readonly MeasuredSubject[],
  { minEffect, paired }: ComparisonTerms,
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

/** Target rates of a closed model or a trace are measured, and vary a little. */
const SAME_RATE = 0.02;

/**
 * Whether what was measured was measured alike: for each subject after the first, why its load cannot be
 * compared; and what limits the comparison, a sentence each.
 */
function conditionsNotes(subjects: readonly MeasuredSubject[], paired: boolean) {
  const [first, ...others] = subjects;
  const doubts = others.map((other) => doubtOf(first, other));
  const isLoaded = subjects.some(({ load }) => load !== undefined);
  const hasOverhead = subjects.some(({ overhead }) => overhead !== undefined);
  const repeats =
    'Each side is one run: what changed on the machine or the network between the runs counts as a change of the build. To exclude it, load both in turn with --load.';
  const again =
    'Each overhead is from one run, in which requests with the gateway and without it alternate. On a machine that was busier in one of the runs, its overhead is larger.';
  const found = doubts.flatMap((doubt, at) => {
    const label = others[at]?.label ?? '';
    return doubt === undefined ? [] : [`Loads of ${label} cannot be compared: ${doubt}.`];
  });
  return {
    doubts,
    notes: present([
      ...found,
      isLoaded && !paired && repeats,
      hasOverhead && again,
      found.length === 0 && conditionsSentence(first?.load),
    ]),
  };
}

/** What the loads have in common; none where the first has none. */
function conditionsSentence(load: MeasuredLoad | undefined): string | undefined {
  if (load === undefined) return undefined;
  const { scenario, model, arrivalRate } = load.conditions;
  const rate = model === 'closed' ? 'closed model' : formatRequestRate(arrivalRate);
  return `Load of each side: scenario ${scenario}, ${rate}.`;
}

function doubtOf(first: MeasuredSubject | undefined, other: MeasuredSubject): string | undefined {
  if (first?.load === undefined || other.load === undefined) return undefined;
  return (
    difference(first.load.conditions, other.load.conditions) ??
    own(first.label, first.load) ??
    own(other.label, other.load)
  );
}

function own(label: string, { doubt }: MeasuredLoad): string | undefined {
  return doubt === undefined ? undefined : `${label}: ${doubt}`;
}

function difference(one: LoadConditions, other: LoadConditions): string | undefined {
  if (one.scenario !== other.scenario)
    return `the scenarios differ: ${one.scenario} and ${other.scenario}`;
  if (one.model !== other.model) return `the models differ: ${one.model} and ${other.model}`;
  const isSameRate =
    Math.abs(one.arrivalRate - other.arrivalRate) <= SAME_RATE * one.arrivalRate ||
    one.model === 'closed';
  if (isSameRate) return undefined;
  const rates = [one, other].map(({ arrivalRate }) => formatRequestRate(arrivalRate));
  return `the target rates differ: ${rates.join(' and ')}`;
}

/** An earlier run that this one is compared with. */
export interface EarlierRun {
  readonly file: string;
  readonly report: RunReport;
  /** The default where absent. */
  readonly minEffect?: MinEffect | undefined;
}

/** @param run what this run measured; no load where it was not reached */
export function againstSection(
  { file, report, minEffect = DEFAULT_MIN_EFFECT }: EarlierRun,
  run: MeasuredReport,
): Against {
  const [baseline, thisRun] = AGAINST_LABELS;
  const subjects = [measuredSubject(baseline, report), measuredSubject(thisRun, run)];
  const performance = comparePerformance(subjects, { minEffect, paired: false });
  const { startedAt, target } = report;
  return { file, startedAt, target: target.address, ...(performance && { performance }) };
}

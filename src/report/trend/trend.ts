import { median } from '../../input/order-statistics.ts';
import { changePoints } from '../../measure/change/change-points.ts';
import {
  DEFAULT_MIN_EFFECT,
  latencyEffectMs,
  rateEffect,
  SHARE_EFFECT,
} from '../../measure/change/min-effect.ts';
import { ASSAY_VERSION } from '../manifest.ts';
import { differences } from './conditions.ts';
import type { FigureKind, TrendRun } from './trend-run.ts';

/** How comparable runs went on: `trend.json`. */
export interface Trend {
  readonly trendVersion: 1;
  readonly assayVersion: string;
  /** The one with the most runs first. */
  readonly series: readonly TrendSeries[];
  /** Reports that are in no series, and why, a sentence each. */
  readonly notes: readonly string[];
}

/** Runs of equal conditions. */
export interface TrendSeries {
  readonly name: string;
  readonly conditions: TrendRun['conditions'];
  /** What makes it another series than the one before that is most like it. */
  readonly apart: readonly string[];
  /** In the order of their starts. */
  readonly runs: readonly SeriesRun[];
  readonly figures: readonly TrendFigure[];
  readonly ruleChanges: readonly RuleChange[];
}

interface SeriesRun extends Pick<TrendRun, 'file' | 'startedAt' | 'label' | 'outcome'> {
  /** Ids of the required rules that failed; null where no rule was judged. */
  readonly failed: readonly string[] | null;
}

export interface TrendFigure extends FigureKind {
  /** One for each run; null where it was not measured. */
  readonly values: readonly (number | null)[];
  readonly changes: readonly LevelChange[];
}

interface LevelChange {
  /** Place of the first run after it. */
  readonly at: number;
  /** Medians of the runs up to the neighbouring changes. */
  readonly before: number;
  readonly after: number;
}

interface RuleChange {
  /** Place of the first run after it. */
  readonly at: number;
  readonly rule: string;
  readonly fails: boolean;
}

/** @param notes on reports that could not be read */
export function trendOf(runs: readonly TrendRun[], notes: readonly string[]): Trend {
  const ordered = runs.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const groups = Map.groupBy(ordered, ({ conditions }) => JSON.stringify(conditions));
  const all = [...groups.values()].toSorted((one, other) => other.length - one.length);
  return {
    trendVersion: 1,
    assayVersion: ASSAY_VERSION,
    series: all.map((each, at) => seriesOf(each, all.slice(0, at))),
    notes,
  };
}

function seriesOf(runs: readonly TrendRun[], others: readonly (readonly TrendRun[])[]) {
  const { conditions = {} } = runs[0] ?? {};
  const [apart = []] = others
    .map(([other]) => differences(conditions, other?.conditions ?? {}))
    .toSorted((one, other) => one.length - other.length);
  const kinds = new Map(
    runs.flatMap(({ figures }) => figures.map(({ kind }) => [keyOf(kind), kind])),
  );
  return {
    name: `${conditions.command} of ${conditions.target}`,
    conditions,
    apart,
    runs: runs.map(({ file, startedAt, label, outcome, failures }) => ({
      file,
      startedAt,
      ...(label !== undefined && { label }),
      outcome,
      failed: failures === undefined ? null : [...failures].flatMap(([id, f]) => (f ? [id] : [])),
    })),
    figures: [...kinds].map(([key, kind]) => {
      const values = runs.map(
        ({ figures }) => figures.find((each) => keyOf(each.kind) === key)?.value ?? null,
      );
      return { ...kind, values, changes: levelChanges(kind, values) };
    }),
    ruleChanges: ruleChanges(runs),
  };
}

function keyOf({ operation, metric }: FigureKind): string {
  return `${operation} ${metric}`;
}

/** The newest values of a figure: the time of a search grows with the square of their number. */
export const MOST_SEARCHED = 200;

/** Changes of the level that are as large as the smallest that matters. */
function levelChanges(
  { unit }: FigureKind,
  values: readonly (number | null)[],
): readonly LevelChange[] {
  const measured = values
    .flatMap((value, at) => (value === null ? [] : [{ value, at }]))
    .slice(-MOST_SEARCHED);
  const places = changePoints(measured.map(({ value }) => value));
  return places.flatMap((place, nth) => {
    const level = (from = 0, to = measured.length) =>
      median(measured.slice(from, to).map(({ value }) => value));
    const before = level(places[nth - 1], place);
    const after = level(place, places[nth + 1]);
    const at = measured[place]?.at ?? 0;
    return Math.abs(after - before) < EFFECT[unit](before) ? [] : [{ at, before, after }];
  });
}

const EFFECT: Readonly<Record<FigureKind['unit'], (before: number) => number>> = {
  ms: (before) => latencyEffectMs(DEFAULT_MIN_EFFECT, before),
  '%': () => SHARE_EFFECT,
  '/s': (before) => rateEffect(DEFAULT_MIN_EFFECT, before),
};

/** A run in which a rule could not be verified says nothing of it. */
function ruleChanges(runs: readonly TrendRun[]): readonly RuleChange[] {
  const last = new Map<string, boolean>();
  return runs.flatMap(({ failures = new Map<string, boolean>() }, at) => {
    const isFirst = last.size === 0;
    const changed = [...failures].filter(([id, fails]) => fails !== (last.get(id) ?? false));
    for (const [id, fails] of failures) last.set(id, fails);
    return isFirst ? [] : changed.map(([rule, fails]) => ({ at, rule, fails }));
  });
}

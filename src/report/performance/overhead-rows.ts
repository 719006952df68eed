import { rateChange } from '../../measure/change/estimate.ts';
import { type MinEffect, overheadEffectMs } from '../../measure/change/min-effect.ts';
import { stepName } from '../phrases/overhead-sentences.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import type { Delta, Figure, PerformanceRow } from '../schema/performance.ts';
import type { FigureChange, FigureRow } from './figure-row.ts';

/** What is compared of a step, by what it is called there. */
const METRICS: Readonly<Partial<Record<Figure['metric'], PerformanceRow['metric']>>> = {
  ttft: 'addedTtft',
  e2e: 'addedE2e',
  forward: 'forward',
  relay: 'relay',
};

/** The tail of a short run is too noisy to make a comparison inconclusive. */
const TAIL = 'p99';

/** What one subject measured in one step. */
interface Measured extends Partial<Delta> {
  readonly observations: number;
  /** Why it is not the gateway's alone; absent when it is. */
  readonly doubt: string | undefined;
}

/** The overheads of `assay overhead`, step by step; the steps of all subjects. */
export function overheadRows(
  overheads: readonly (OverheadReport | undefined)[],
  minEffect: MinEffect,
): readonly FigureRow[] {
  const names = new Set(overheads.flatMap((overhead) => overhead?.steps.map(stepName) ?? []));
  return [...names].flatMap((name) => {
    const steps = overheads.map((overhead) =>
      overhead?.steps.find((each) => stepName(each) === name),
    );
    const rows = steps.flatMap((step) => step?.rows ?? []);
    return [...new Map(rows.map((row) => [keyOf(row), row])).values()].flatMap((row) => {
      const metric = METRICS[row.metric];
      if (metric === undefined) return [];
      const measured = steps.map((step) => measuredIn(step, row));
      const [before, ...others] = measured;
      return [
        {
          ...row,
          step: name,
          metric,
          cells: measured.map(({ delta = null, observations }) => ({ value: delta, observations })),
          estimates: others.map((after) => ({
            decides: row.statistic !== TAIL,
            ...changeOf(before, after, minEffect),
          })),
        },
      ];
    });
  });
}

function keyOf({ mode, metric, statistic }: Figure): string {
  return [mode, metric, statistic].join(' ');
}

const DOUBTS: Readonly<Partial<Record<OverheadStepReport['outcome'], string>>> = {
  'gateway-behind': 'a gateway fell behind at this load',
  generator: 'the load generator could not keep up',
};

function measuredIn(step: OverheadStepReport | undefined, figure: Figure): Measured {
  const row = step?.rows.find((each) => keyOf(each) === keyOf(figure));
  return {
    ...row?.changes[0],
    observations: Math.min(...(row?.cells.map(({ observations }) => observations ?? 0) ?? [0])),
    doubt: step && DOUBTS[step.outcome],
  };
}

function changeOf(
  before: Measured | undefined,
  after: Measured,
  minEffect: MinEffect,
): Partial<FigureChange> {
  if (before?.delta == null || after.delta == null) {
    return { decides: false, reason: 'it was not measured on one side' };
  }
  const effect = overheadEffectMs(minEffect, before.delta);
  const reason = before.doubt ?? after.doubt;
  if (reason !== undefined) return { effect, reason };
  if (before.interval == null || after.interval == null) {
    return { effect, reason: 'a side has too few blocks for an interval' };
  }
  const estimate = rateChange(
    { rate: before.delta, ...before.interval },
    { rate: after.delta, ...after.interval },
  );
  return { effect, estimate };
}

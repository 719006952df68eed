import { type Estimate, type Interval, rateChange } from '../../measure/change/estimate.ts';
import { type MinEffect, overheadEffectMs } from '../../measure/change/min-effect.ts';
import { OVERHEAD_METRICS, OVERHEAD_MODES } from '../../measure/overhead/overhead-figures.ts';
import { stepName } from '../phrases/overhead-sentences.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import type { PerformanceRow } from '../schema/performance.ts';
import type { FigureChange, FigureRow } from './figure-row.ts';

type Metric = (typeof OVERHEAD_METRICS)[number];
type Percentile = OverheadStepReport['figures'][number]['percentiles'][number];

/** The tail of a short run is too noisy to make a comparison inconclusive. */
const STATISTICS = [
  { statistic: 'p50', percent: 50, decides: true },
  { statistic: 'p90', percent: 90, decides: true },
  { statistic: 'p99', percent: 99, decides: false },
] as const;

const METRICS: Readonly<Record<Metric, PerformanceRow['metric']>> = {
  ttft: 'addedTtft',
  e2e: 'addedE2e',
  forward: 'forward',
  relay: 'relay',
};

/** What one subject measured in one step. */
interface Measured {
  readonly at?: Percentile | undefined;
  readonly observations: number;
  /** Why it is not the gateway's alone; absent when it is. */
  readonly doubt?: string;
}

/** The overheads of `assay overhead`, step by step; the steps of all subjects. */
export function overheadRows(
  overheads: readonly (OverheadReport | undefined)[],
  minEffect: MinEffect,
): readonly FigureRow[] {
  const names = new Set(overheads.flatMap((overhead) => overhead?.steps.map(stepName) ?? []));
  return [...names].flatMap((step) => {
    const steps = overheads.map((overhead) =>
      overhead?.steps.find((each) => stepName(each) === step),
    );
    return OVERHEAD_MODES.flatMap((mode) =>
      OVERHEAD_METRICS.flatMap((metric) =>
        STATISTICS.flatMap(({ statistic, percent, decides }) => {
          const measured = steps.map((each) => measuredIn(each, mode, metric, percent));
          if (measured.every(({ at }) => at === undefined)) return [];
          const figure = { operation: 'chat', mode, step, metric: METRICS[metric], statistic };
          return [{ ...figure, ...comparison(measured, decides, minEffect) }];
        }),
      ),
    );
  });
}

function measuredIn(
  step: OverheadStepReport | undefined,
  mode: string,
  metric: Metric,
  percent: number,
): Measured {
  const figure = step?.figures.find(
    (each) => each.mode === mode && each.metric === metric && each.method === 'difference',
  );
  const { floor, through } = figure?.observations ?? { floor: 0, through: 0 };
  return {
    at: figure?.percentiles.find((each) => each.percent === percent),
    observations: Math.min(floor, through),
    ...(step?.outcome === 'gateway-behind' && { doubt: 'a gateway fell behind at this load' }),
    ...(step?.outcome === 'generator' && { doubt: 'the load generator could not keep up' }),
  };
}

function comparison(
  [before, ...others]: readonly Measured[],
  decides: boolean,
  minEffect: MinEffect,
): Pick<FigureRow, 'unit' | 'betterWhen' | 'cells' | 'estimates'> {
  const all = before === undefined ? others : [before, ...others];
  return {
    unit: 'ms',
    betterWhen: 'lower',
    cells: all.map(({ at, observations }) => ({ value: at?.overheadMs ?? null, observations })),
    estimates: others.map((after) => changeOf(before, after, decides, minEffect)),
  };
}

function changeOf(
  before: Measured | undefined,
  after: Measured,
  decides: boolean,
  minEffect: MinEffect,
): FigureChange {
  const [one, other] = [before?.at, after.at];
  if (one === undefined || other === undefined) {
    return { decides: false, reason: 'it was not measured on one side' };
  }
  const effect = overheadEffectMs(minEffect, one.overheadMs);
  const reason = before?.doubt ?? after.doubt;
  if (reason !== undefined) return { decides, effect, reason };
  if (one.interval === undefined || other.interval === undefined) {
    return { decides, effect, reason: 'a side has too few blocks for an interval' };
  }
  return { decides, effect, estimate: difference([one, one.interval], [other, other.interval]) };
}

type Side = readonly [at: Percentile, interval: Interval];

function difference([one, before]: Side, [other, after]: Side): Estimate {
  return rateChange({ rate: one.overheadMs, ...before }, { rate: other.overheadMs, ...after });
}

import { present } from '../../input/defined.ts';
import { errorShare } from '../performance/baseline-figure.ts';
import { billableOperations, isOnlyMax, judgedLatencies } from '../phrases/operation-figures.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Figure } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Percentiles } from '../schema/traffic.ts';
import { type Conditions, conditionsOf } from './conditions.ts';

/** What a figure of a trend is. */
export type FigureKind = Pick<Figure, 'operation' | 'metric' | 'statistic' | 'unit' | 'betterWhen'>;

/** What a trend keeps of the report of a run. */
export interface TrendRun {
  readonly file: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Name of the build. */
  readonly label?: string | undefined;
  readonly outcome: RunReport['outcome'];
  readonly conditions: Conditions;
  readonly figures: readonly { readonly kind: FigureKind; readonly value: number }[];
  /** Whether each required rule that was judged failed, by its id; absent where no rule was judged. */
  readonly failures?: ReadonlyMap<string, boolean>;
}

export function trendRun(report: RunReport, file: string): TrendRun {
  const { startedAt, label, outcome, rules, load, capacity } = report;
  const judged = rules.filter(({ level, verdict }) => level === 'must' && SETTLED.has(verdict));
  return {
    file,
    startedAt,
    label,
    outcome,
    conditions: conditionsOf(report),
    figures: [
      ...(load === undefined ? [] : loadFigures(load)),
      ...(capacity?.knee ? [{ kind: KNEE, value: capacity.knee.arrivalRate }] : []),
    ],
    ...(judged.length > 0 && {
      failures: new Map(judged.map(({ id, verdict }) => [id, verdict === 'fail'])),
    }),
  };
}

/** Verdicts that say whether a rule is kept; what the baseline accepts is a note. */
const SETTLED: ReadonlySet<string> = new Set(['pass', 'fail', 'note']);

const KNEE = { operation: 'all', metric: 'knee', unit: '/s', betterWhen: 'higher' } as const;
const ERRORS = { operation: 'all', metric: 'errors', unit: '%', betterWhen: 'lower' } as const;
const P95 = { statistic: 'p95', unit: 'ms', betterWhen: 'lower' } as const;

/** No latency of a load whose generator could not keep up: it is not the gateway's. */
function loadFigures(load: LoadReport): TrendRun['figures'] {
  const errors = errorShare(Object.values(load.operations));
  const operations = load.health.healthy ? billableOperations(load) : [];
  return present([
    errors !== undefined && { kind: ERRORS, value: errors * 100 },
    ...operations.flatMap(([operation, figures]) => {
      const { ttft, e2e } = judgedLatencies(figures);
      return [latency(operation, 'ttft', ttft), latency(operation, 'e2e', e2e)];
    }),
  ]);
}

function latency(operation: string, metric: 'ttft' | 'e2e', percentiles?: Percentiles) {
  if (percentiles === undefined || isOnlyMax('p95', percentiles)) return undefined;
  return { kind: { ...P95, operation, metric }, value: percentiles.p95 };
}

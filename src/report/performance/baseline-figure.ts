import { present } from '../../input/defined.ts';
import type { BaselineFigure } from '../../measure/change/relative-objective.ts';
import type { LatencyObjective, RateObjective, ShareObjective } from '../../measure/objective.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Figures } from '../schema/traffic.ts';

/** The figures of an earlier load, to which objectives are relative. */
export function baselineFigure(load: LoadReport): BaselineFigure {
  return (scope) => {
    if (scope.kind === 'findings') return undefined;
    const { operation } = scope;
    const mode = scope.metric === 'replay' ? scope.metric : scope.mode;
    const figures =
      operation === 'all'
        ? Object.values(load.operations)
        : present([figuresOf(load, operation, mode)]);
    if (figures.length === 0 || (operation === 'all' && mode !== undefined)) return undefined;
    switch (scope.kind) {
      case 'latency':
        return latencyOf(scope, figures);
      case 'share':
        return shareOf(scope, figures);
      case 'rate':
        return rateOf(scope, figures);
    }
  };
}

/** Modes stand apart only where there are several. */
function figuresOf(
  { operations, samples }: LoadReport,
  operation: string,
  mode: string | undefined,
): Figures | undefined {
  const figures = operations[operation];
  if (mode === undefined || figures?.modes !== undefined) {
    return mode === undefined ? figures : figures?.modes?.[mode];
  }
  return samples?.[operation]?.[mode] === undefined ? undefined : figures;
}

function latencyOf(
  { metric, percent, operation }: LatencyObjective,
  [figures]: readonly Figures[],
): number | undefined {
  if (figures === undefined || operation === 'all') return undefined;
  const percentiles = {
    ttft: figures.ttftFromIntendedMs,
    itl: figures.itlMs,
    tpot: figures.tpotMs,
    args: figures.argsFromIntendedMs,
    e2e: figures.e2eFromIntendedMs,
    replay: figures.e2eFromIntendedMs,
  }[metric];
  const known: Readonly<Record<string, number | undefined>> = percentiles ?? {};
  return known[percent === 100 ? 'max' : `p${percent}`];
}

function shareOf({ metric }: ShareObjective, figures: readonly Figures[]): number | undefined {
  if (metric === 'errors') return errorShare(figures);
  return meanShare(figures, ({ throttledShare = 0, exchanges }) => [throttledShare, exchanges]);
}

/** The share of errors of several operations together; undefined where nothing was sent. */
export function errorShare(figures: readonly Figures[]): number | undefined {
  return meanShare(figures, ({ errorRate, exchanges }) => [errorRate, exchanges]);
}

/** Shares of operations, by their numbers of requests. */
function meanShare(
  figures: readonly Figures[],
  of: (figures: Figures) => readonly [share: number, exchanges: number],
): number | undefined {
  const shares = figures.map(of);
  const exchanges = shares.reduce((sum, [, count]) => sum + count, 0);
  if (exchanges === 0) return undefined;
  return shares.reduce((sum, [share, count]) => sum + share * count, 0) / exchanges;
}

function rateOf({ metric }: RateObjective, figures: readonly Figures[]): number | undefined {
  const rates = figures.map((each) => {
    if (metric === 'tokens') return each.tokensPerSecond ?? 0;
    return metric === 'goodput' ? each.goodput : each.throughput;
  });
  if (rates.includes(undefined)) return undefined;
  return rates.reduce((sum: number, rate) => sum + (rate ?? 0), 0);
}

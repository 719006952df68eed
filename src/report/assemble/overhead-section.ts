import { defined } from '../../input/defined.ts';
import type { OverheadFigure } from '../../measure/overhead/overhead-figures.ts';
import {
  judgeOverhead,
  type OverheadObjective,
} from '../../measure/overhead/overhead-objective.ts';
import type { OverheadRound, RoundPair } from '../../measure/overhead/overhead-round.ts';
import { tokenFigures } from '../../measure/overhead/token-figures.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import type { Objective } from '../schema/run-report.ts';
import { objectiveRecord } from './objective.ts';

/** What one step measured. */
export interface OverheadStepFacts {
  /** Absent where one request was in flight. */
  readonly arrivalRate?: number;
  /** Words of each prompt, where they are not those of the workload. */
  readonly promptWords?: number;
  /** What the gateway used; absent where its process is not known. */
  readonly gateway?: GatewayFigures;
  /** Without those in which the generator could not keep up. */
  readonly pairs: readonly RoundPair[];
  /** What they show. */
  readonly figures: readonly OverheadFigure[];
  /** Wanted for each side. */
  readonly blocks: number;
  readonly unhealthyBlocks: number;
  /** In which requests through the gateway waited longer and longer. */
  readonly behindBlocks: number;
}

/** What the processes of a gateway used while requests went through it. */
export type GatewayFigures = NonNullable<OverheadStepReport['gateway']>;

/** The results of `assay overhead`, for the report. */
export interface OverheadFacts {
  readonly steps: readonly OverheadStepFacts[];
  readonly objectives: readonly OverheadObjective[];
}

/** A gateway whose share of refused requests grows by more than this is saturated. */
const MOST_REFUSED = 0.05;

/**
 * Whether a higher rate would show nothing but the queue, or refusals.
 * @param earlier steps, with lower rates
 */
export function endsSearch(
  step: OverheadStepFacts,
  earlier: readonly OverheadStepFacts[],
): boolean {
  return outcomeOf(step, earlier) !== 'measured';
}

export function overheadReport({ steps }: OverheadFacts): OverheadReport {
  const reports = steps.map((step, place) => stepReport(step, steps.slice(0, place)));
  return { steps: reports, ...defined({ knee: kneeOf(reports) }) };
}

/** Judged with one request in flight: at a rate the queue of the gateway would count too. */
export function overheadObjectives({ steps, objectives }: OverheadFacts): Objective[] {
  const { figures = [] } = steps[0] ?? {};
  return objectives.map((objective) => {
    const { met, measuredMs, reason } = judgeOverhead(objective, figures);
    return objectiveRecord({
      objective: objective.text,
      operation: 'chat',
      met,
      measured: measuredMs,
      limit: objective.limitMs,
      unit: 'ms',
      reason,
    });
  });
}

/** Why the measurement leaves something open, a sentence each. */
export function overheadDoubts({ steps }: OverheadReport): string[] {
  const [first] = steps;
  if (first === undefined) return ['The overhead was not measured: no block was finished.'];
  if (first.figures.length > 0) return [];
  if (first.outcome === 'generator') {
    return ['The overhead was not measured: the load generator could not keep up.'];
  }
  if (first.usedBlocks === 0) return ['The overhead was not measured: no block was finished.'];
  const { floor, through } = first.failed;
  return [
    `The overhead was not measured: too few good answers. ${floor} requests to the upstream and ${through} through the gateway failed.`,
  ];
}

function stepReport(
  step: OverheadStepFacts,
  earlier: readonly OverheadStepFacts[],
): OverheadStepReport {
  const sum = (of: (round: OverheadRound) => number) => ({
    floor: step.pairs.reduce((all, { floor }) => all + of(floor), 0),
    through: step.pairs.reduce((all, { through }) => all + of(through), 0),
  });
  return {
    ...defined({
      arrivalRate: step.arrivalRate,
      promptWords: step.promptWords,
      gateway: step.gateway,
    }),
    outcome: outcomeOf(step, earlier),
    blocks: step.blocks,
    usedBlocks: step.pairs.length,
    requests: sum(({ good, failed }) => good + failed),
    failed: sum(({ failed }) => failed),
    figures: step.figures.map(({ percentiles, observations, ...figure }) => ({
      ...figure,
      observations: { ...observations },
      percentiles: percentiles.map(({ interval, ...at }) => ({
        ...at,
        ...(interval && { interval: { ...interval } }),
      })),
    })),
    ...defined({ tokens: tokensReport(step.pairs) }),
  };
}

function tokensReport(pairs: readonly RoundPair[]): OverheadStepReport['tokens'] {
  const figures = tokenFigures(pairs);
  return figures && { ...figures, places: [...figures.places] };
}

function outcomeOf(
  step: OverheadStepFacts,
  earlier: readonly OverheadStepFacts[],
): OverheadStepReport['outcome'] {
  const { arrivalRate, pairs, blocks, unhealthyBlocks, behindBlocks } = step;
  const refusedBefore = Math.min(1, ...earlier.map(refusedShare));
  const isRefusing = arrivalRate !== undefined && refusedShare(step) - refusedBefore > MOST_REFUSED;
  if (behindBlocks * 2 > blocks || isRefusing) return 'gateway-behind';
  if (unhealthyBlocks * 2 > blocks) return 'generator';
  return pairs.length + unhealthyBlocks < blocks ? 'cut-short' : 'measured';
}

/** The share of the requests through the gateway that failed. */
function refusedShare({ pairs }: OverheadStepFacts): number {
  const failed = pairs.reduce((sum, { through }) => sum + through.failed, 0);
  const all = pairs.reduce((sum, { through }) => sum + through.failed + through.good, 0);
  return all === 0 ? 0 : failed / all;
}

function kneeOf(steps: readonly OverheadStepReport[]): OverheadReport['knee'] {
  const at = steps.findIndex(({ outcome }) => outcome === 'gateway-behind');
  const below = steps[at]?.arrivalRate;
  if (below === undefined) return undefined;
  return { below, ...defined({ above: steps[at - 1]?.arrivalRate }) };
}

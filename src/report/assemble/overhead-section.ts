import { defined } from '../../input/defined.ts';
import { overheadFigures } from '../../measure/overhead/overhead-figures.ts';
import {
  judgeOverhead,
  type OverheadObjective,
} from '../../measure/overhead/overhead-objective.ts';
import type { OverheadRound, RoundPair } from '../../measure/overhead/overhead-round.ts';
import { tokenFigures } from '../../measure/overhead/token-figures.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import type { Objective } from '../schema/slo.ts';
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
  /** Wanted for each side. */
  readonly blocks: number;
  readonly unhealthyBlocks: number;
  /** In which answers came through the gateway long after the last arrival. */
  readonly behindBlocks: number;
}

/** What the processes of a gateway used while requests went through it. */
export type GatewayFigures = NonNullable<OverheadStepReport['gateway']>;

/** The results of `assay overhead`, for the report. */
export interface OverheadFacts {
  readonly steps: readonly OverheadStepFacts[];
  readonly objectives: readonly OverheadObjective[];
}

/** Whether a higher rate would show nothing but the queue. */
export function hasFallenBehind(step: OverheadStepFacts): boolean {
  return outcomeOf(step) !== 'measured';
}

export function overheadReport({ steps }: OverheadFacts): OverheadReport {
  const reports = steps.map(stepReport);
  return { steps: reports, ...defined({ knee: kneeOf(reports) }) };
}

/** Judged with one request in flight: at a rate the queue of the gateway would count too. */
export function overheadObjectives({ steps, objectives }: OverheadFacts): Objective[] {
  const figures = overheadFigures(steps[0]?.pairs ?? []);
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
  const { floor, through } = first.failed;
  return [
    `The overhead was not measured: too few good answers. ${floor} requests to the upstream and ${through} through the gateway failed.`,
  ];
}

function stepReport(step: OverheadStepFacts): OverheadStepReport {
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
    outcome: outcomeOf(step),
    blocks: step.blocks,
    usedBlocks: step.pairs.length,
    requests: sum(({ good, failed }) => good + failed),
    failed: sum(({ failed }) => failed),
    figures: overheadFigures(step.pairs).map(({ percentiles, observations, ...figure }) => ({
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

function outcomeOf(step: OverheadStepFacts): OverheadStepReport['outcome'] {
  const { pairs, blocks, unhealthyBlocks, behindBlocks } = step;
  if (behindBlocks * 2 > blocks) return 'gateway-behind';
  if (unhealthyBlocks * 2 > blocks) return 'generator';
  return pairs.length + unhealthyBlocks < blocks ? 'cut-short' : 'measured';
}

function kneeOf(steps: readonly OverheadStepReport[]): OverheadReport['knee'] {
  const at = steps.findIndex(({ outcome }) => outcome === 'gateway-behind');
  const below = steps[at]?.arrivalRate;
  if (below === undefined) return undefined;
  return { below, ...defined({ above: steps[at - 1]?.arrivalRate }) };
}

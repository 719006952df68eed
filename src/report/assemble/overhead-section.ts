import { defined } from '../../input/defined.ts';
import type { Blocks } from '../../measure/load-series.ts';
import type { OverheadFigure, OverheadSides } from '../../measure/overhead/overhead-figures.ts';
import type { OverheadObjective } from '../../measure/overhead/overhead-objective.ts';
import { type TokenDelays, tokenFigures } from '../../measure/overhead/token-figures.ts';
import { type Sample, sumOf } from '../../measure/sample.ts';
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
  /** Blocks of each side, without those in which the generator could not keep up. */
  readonly sides: OverheadSides;
  readonly usedBlocks: number;
  /** Those of the streams in these blocks. */
  readonly delays: { readonly floor: TokenDelays; readonly through: TokenDelays };
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
  return objectives.map((objective) =>
    objectiveRecord({
      objective: objective.text,
      operation: 'chat',
      ...judged(objective, steps[0]?.figures ?? []),
      limit: objective.limitMs,
      unit: 'ms',
    }),
  );
}

/** Met where the whole interval of each mode lies below the limit, missed where one lies above. */
function judged(
  { mode, metric, percent, limitMs }: OverheadObjective,
  figures: readonly OverheadFigure[],
): Pick<Objective, 'met' | 'measured' | 'reason'> {
  const changes = figures
    .filter((figure) => figure.metric === metric && figure.statistic === `p${percent}`)
    .filter((figure) => mode === undefined || figure.mode === mode)
    .flatMap((figure) => figure.changes);
  if (changes.length === 0) {
    const reason = 'too few requests for this percentile: raise --duration';
    return { met: null, measured: null, reason };
  }
  const measured = Math.max(...changes.map(({ delta }) => delta ?? 0));
  if (changes.some(({ interval }) => interval !== null && interval.low >= limitMs)) {
    return { met: false, measured };
  }
  if (changes.every(({ interval }) => interval !== null && interval.high < limitMs)) {
    return { met: true, measured };
  }
  const reason = changes.some(({ interval }) => interval === null)
    ? 'too few blocks for an interval: raise --blocks'
    : 'the limit lies within the interval of the overhead';
  return { met: null, measured, reason };
}

/** Why the measurement leaves something open, a sentence each. */
export function overheadDoubts({ steps }: OverheadReport): string[] {
  const [first] = steps;
  if (first === undefined) return ['The overhead was not measured: no block was finished.'];
  if (first.rows.length > 0) return [];
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
  const sum = (of: (side: Sample) => number) => ({
    floor: of(wholeSide(step.sides.floor)),
    through: of(wholeSide(step.sides.through)),
  });
  return {
    ...defined({
      arrivalRate: step.arrivalRate,
      promptWords: step.promptWords,
      gateway: step.gateway,
    }),
    outcome: outcomeOf(step, earlier),
    blocks: step.blocks,
    usedBlocks: step.usedBlocks,
    requests: sum(({ exchanges }) => exchanges),
    failed: sum(failedIn),
    rows: [...step.figures],
    ...defined({ tokens: tokensReport(step) }),
  };
}

function tokensReport({ sides, delays }: OverheadStepFacts): OverheadStepReport['tokens'] {
  const streams = (blocks: Blocks) => sumOf(blocks.get('chat')?.get('stream') ?? []);
  return tokenFigures(
    { streams: streams(sides.floor), delays: delays.floor },
    { streams: streams(sides.through), delays: delays.through },
  );
}

function outcomeOf(
  step: OverheadStepFacts,
  earlier: readonly OverheadStepFacts[],
): OverheadStepReport['outcome'] {
  const { arrivalRate, usedBlocks, blocks, unhealthyBlocks, behindBlocks } = step;
  const refusedBefore = Math.min(1, ...earlier.map(refusedShare));
  const isRefusing = arrivalRate !== undefined && refusedShare(step) - refusedBefore > MOST_REFUSED;
  if (behindBlocks * 2 > blocks || isRefusing) return 'gateway-behind';
  if (unhealthyBlocks * 2 > blocks) return 'generator';
  return usedBlocks + unhealthyBlocks < blocks ? 'cut-short' : 'measured';
}

/** The share of the requests through the gateway that failed. */
function refusedShare({ sides }: OverheadStepFacts): number {
  const through = wholeSide(sides.through);
  return through.exchanges === 0 ? 0 : failedIn(through) / through.exchanges;
}

function wholeSide(blocks: Blocks): Sample {
  return sumOf([...blocks.values()].flatMap((modes) => [...modes.values()].flat()));
}

/** Requests without a good answer, for whatever reason. */
function failedIn({ exchanges, good }: Sample): number {
  return exchanges - good;
}

function kneeOf(steps: readonly OverheadStepReport[]): OverheadReport['knee'] {
  const at = steps.findIndex(({ outcome }) => outcome === 'gateway-behind');
  const below = steps[at]?.arrivalRate;
  if (below === undefined) return undefined;
  return { below, ...defined({ above: steps[at - 1]?.arrivalRate }) };
}

import type { JudgedRule } from '../../conformance/merged-judges.ts';
import type { CapacityFindings, JudgedRun } from '../../measure/capacity/find-capacity.ts';
import { highestSaturation } from '../../measure/capacity/saturation.ts';
import { fitScalingLaw } from '../../measure/capacity/scaling-law.ts';
import {
  SIZING_CANNOT_SAY,
  type SizingOptions,
  sizeGateways,
} from '../../measure/capacity/sizing.ts';
import { limitSentence } from '../phrases/capacity-sentences.ts';
import type { CapacityReport } from '../schema/capacity.ts';
import type { Objective } from '../schema/slo.ts';
import { OUTCOMES, scalingPoints, stepReport, stepsOf } from './capacity-steps.ts';
import { objectiveRecord } from './objective.ts';

/** The results of a capacity search, for the report. */
export interface CapacityFacts {
  readonly scenario: string;
  readonly arrivals: 'constant' | 'poisson';
  readonly findings: CapacityFindings;
  /** Every rule over all steps. */
  readonly judges: readonly JudgedRule[];
  /** The highest rate that the search could try. */
  readonly to: number;
  /** Arrivals per second that the gateway must sustain. */
  readonly atLeast?: number;
  readonly plan?: SizingOptions;
  readonly searchMs: number;
}

export function capacityReport(facts: CapacityFacts): CapacityReport {
  const { findings, plan } = facts;
  const { knee, limit, settled, tooWide } = findings;
  const steps = stepsOf(findings.runs);
  const scaling = fitScalingLaw(scalingPoints(steps));
  const reports = steps.map(stepReport);
  return {
    scenario: facts.scenario,
    arrivals: facts.arrivals,
    knee:
      knee === undefined
        ? null
        : {
            arrivalRate: knee.arrivalRate,
            confidence: { low: knee.low, high: knee.high, level: knee.level },
            settled,
            ...(tooWide && { tooWide }),
          },
    limitedBy: limit,
    reason: limitSentence({ ...facts, steps: reports }),
    ...saturatedIn(findings.runs),
    steps: reports,
    runs: findings.runs.map(({ run, outcome }) => ({
      arrivalRate: run.arrivalRate,
      outcome: OUTCOMES[outcome],
    })),
    ...(scaling && { scaling }),
    ...(plan &&
      knee &&
      !tooWide && { plan: { ...sizeGateways(plan, knee), cannotSay: [...SIZING_CANNOT_SAY] } }),
    searchMs: facts.searchMs,
  };
}

/** The wanted rate as an objective; none without a wanted rate. */
export function capacityObjectives({ atLeast, findings }: CapacityFacts): Objective[] {
  if (atLeast === undefined) return [];
  const { reaches, knee } = findings;
  const undecided = 'the wanted rate lies within the interval of the maximum sustainable rate';
  return [
    objectiveRecord({
      objective: `knee >= ${Number(atLeast.toPrecision(6))}/s`,
      operation: 'all',
      met: reaches,
      measured: knee?.arrivalRate ?? null,
      limit: atLeast,
      unit: '/s',
      reason: reaches === null ? undecided : undefined,
    }),
  ];
}

/** Only rates that the gateway missed count: the generator's own limit says nothing. */
function saturatedIn(runs: readonly JudgedRun[]): Pick<CapacityReport, 'saturated'> {
  const saturated = highestSaturation(
    runs.map(({ run, outcome }) => ({
      arrivalRate: run.arrivalRate,
      held: outcome === 'held',
      saturated: outcome === 'missed' ? run.saturated : undefined,
    })),
  );
  return saturated === undefined ? {} : { saturated };
}

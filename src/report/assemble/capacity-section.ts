import type { JudgedRule } from '../../conformance/merged-judges.ts';
import { defined } from '../../input/defined.ts';
import type { CapacityFindings, JudgedRun } from '../../measure/capacity/find-capacity.ts';
import { completedRate, highestSaturation } from '../../measure/capacity/saturation.ts';
import { fitScalingLaw, type ScalingPoint } from '../../measure/capacity/scaling-law.ts';
import {
  SIZING_CANNOT_SAY,
  type SizingOptions,
  sizeGateways,
} from '../../measure/capacity/sizing.ts';
import {
  isStarved,
  keepsUpIn,
  type StepRun,
  unobservedIn,
} from '../../measure/capacity/step-outcome.ts';
import type { Histogram } from '../../measure/histogram.ts';
import { type Sample, sumOf } from '../../measure/sample.ts';
import { limitSentence } from '../phrases/capacity-sentences.ts';
import type { CapacityReport, CapacityStep } from '../schema/capacity.ts';
import type { Objective } from '../schema/run-report.ts';
import { objectives, unitOf } from './load-section.ts';
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
      outcome: STEP_OUTCOMES[outcome],
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

/** All runs at one rate. */
interface Step {
  readonly arrivalRate: number;
  readonly runs: readonly JudgedRun[];
}

/** Runs at one rate together, by rate. */
function stepsOf(runs: readonly JudgedRun[]): Step[] {
  return [...Map.groupBy(runs, ({ run }) => run.arrivalRate)]
    .map(([arrivalRate, of]) => ({ arrivalRate, runs: of }))
    .toSorted((a, b) => a.arrivalRate - b.arrivalRate);
}

function stepReport({ arrivalRate, runs: judged }: Step): CapacityStep {
  const runs = judged.map(({ run }) => run);
  const measure = sumOf(runs.map((run) => run.measure));
  const slopes = runs.flatMap(({ trend }) => (trend === undefined ? [] : [trend.slope]));
  const sustained = judged.filter(({ outcome }) => outcome === 'held').length;
  return {
    arrivalRate,
    startedRate: mean(runs.map(({ startedRate }) => startedRate)),
    completedRate: mean(runs.map(completedRate)),
    repeats: runs.length,
    sustainedRuns: sustained,
    outcome: mostOf(judged, sustained),
    met: metIn(runs),
    objectives: objectivesOf(runs),
    keptUp: mostly(runs.map(keepsUpIn)),
    slope: slopes.length === 0 ? null : mean(slopes),
    exchanges: measure.exchanges,
    errors: measure.failed,
    throttled: measure.throttled,
    refused: countOf(measure, ['refused', 'status 503']),
    timedOut: countOf(measure, ['timed-out']),
    overdue: runs.reduce((sum, { overdue }) => sum + overdue, 0),
    inFlight: mean(runs.map(({ inFlight }) => inFlight)),
    ...latencies(measure),
    measuredMs: runs.reduce((sum, { measuredMs }) => sum + measuredMs, 0),
    health: healthIn(runs),
  };
}

/** Throughput against requests in flight, a point a step. */
function scalingPoints(steps: readonly Step[]): ScalingPoint[] {
  return steps.map(({ runs }) => ({
    inFlight: mean(runs.map(({ run }) => run.inFlight)),
    throughput: mean(runs.map(({ run }) => run.throughput)),
  }));
}

function countOf({ errors }: Sample, kinds: readonly string[]): number {
  return kinds.reduce((sum, kind) => sum + (errors.get(kind) ?? 0), 0);
}

/** The outcome of most runs; not sustained when as many runs were sustained as were not. */
function mostOf(judged: readonly JudgedRun[], sustained: number): CapacityStep['outcome'] {
  const outcomes = judged.map(({ outcome }) => STEP_OUTCOMES[outcome]);
  const missed = outcomes.filter((outcome) => outcome === 'not-sustained').length;
  if (sustained + missed > 0) return sustained > missed ? 'sustained' : 'not-sustained';
  return outcomes.includes('inconclusive') ? 'inconclusive' : 'generator';
}

/** Outcomes of runs as the report names them. */
export const STEP_OUTCOMES = {
  held: 'sustained',
  missed: 'not-sustained',
  unclear: 'inconclusive',
  unjudged: 'inconclusive',
  generator: 'generator',
  'in-flight': 'generator',
} as const satisfies Record<JudgedRun['outcome'], CapacityStep['outcome']>;

function mostly(answers: readonly (boolean | null)[]): boolean | null {
  const [yes, no] = [true, false].map((answer) => answers.filter((each) => each === answer).length);
  if (yes === undefined || no === undefined || yes + no === 0) return null;
  return yes > no;
}

function metIn(runs: readonly StepRun[]): boolean | null {
  return mostly(
    runs.map((run) => {
      const seen = run.compliance.filter(({ unobserved }) => unobserved !== true);
      if (seen.some(({ met }) => met !== true)) return false;
      return seen.length === 0 || unobservedIn(run).length > 0 ? null : true;
    }),
  );
}

function objectivesOf(runs: readonly StepRun[]): CapacityStep['objectives'] {
  const [first] = runs;
  return (first?.compliance ?? []).map(({ objective }, index) => {
    const results = runs.flatMap(({ compliance }) => compliance[index] ?? []);
    const records = objectives(results);
    const known = records.flatMap(({ measured }) => (measured === null ? [] : [measured]));
    return {
      objective: objective.text,
      metIn: results.filter(({ met }) => met === true).length,
      measuredIn: results.filter(({ unobserved }) => unobserved !== true).length,
      measured: known.length === 0 ? null : Math.max(...known),
      unit: unitOf(objective).unit,
    };
  });
}

function latencies({ e2e, e2eFromSend, ttft }: Sample) {
  return defined({
    fromIntendedMs: latency(e2e),
    fromSendMs: latency(e2eFromSend),
    ttftFromIntendedMs: latency(ttft),
  });
}

function latency(histogram: Histogram) {
  const figures = histogram.percentiles();
  if (figures === undefined) return undefined;
  const { mean: meanMs, p50, p95, p99 } = figures;
  return { mean: meanMs, p50, p95, p99 };
}

function healthIn(runs: readonly StepRun[]): CapacityStep['health'] {
  const reason = runs.find(({ health }) => !health.healthy)?.health.reason;
  return {
    healthy: runs.every(({ health }) => health.healthy),
    ...(reason !== undefined && { reason }),
    latenessP99Ms: Math.max(...runs.map(({ health }) => health.latenessP99Ms)),
    schedulerLatencyP99Ms: Math.max(...runs.map(({ health }) => health.schedulerLatencyP99Ms)),
    starved: runs.some(isStarved),
    inFlightLimit: Math.max(...runs.map(({ inFlightLimit }) => inFlightLimit)),
    exhausted: runs.some(({ exhausted }) => exhausted),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

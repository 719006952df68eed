import { MergedJudges } from '../../conformance/merged-judges.ts';
import { type LoadProgress, type LoadResult, runLoad } from '../../load/run-load.ts';
import { offeredWorkload } from '../../load/scenarios/supported-mix.ts';
import { atSteadyRate } from '../../load/workload/steady-rate.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { findCapacity } from '../../measure/capacity/find-capacity.ts';
import { StepMeasure } from '../../measure/capacity/step-measure.ts';
import type { CapacityWish, StepOrder } from '../../measure/capacity/step-order.ts';
import type { StepRun } from '../../measure/capacity/step-outcome.ts';
import type { Objective } from '../../measure/objective.ts';
import type { CapacityFacts } from '../../report/assemble/capacity-section.ts';
import { formatArrivalRate } from '../../report/phrases/number-format.ts';
import { leftOutSentence } from '../../report/phrases/sentences.ts';
import { stoppedAnswering } from '../target/target-gone.ts';
import { SearchProgress } from '../terminal/capacity-progress.ts';
import type { Assessment, CapacityOrder } from './assessment.ts';
import { loadBasis } from './load-run-basis.ts';

export interface CapacityPart extends CapacityFacts {
  /** What went wrong with the engine, the scenario or a rule of ours, a sentence each. */
  readonly failures: readonly string[];
  /** Why the target is no longer there, when it is not. */
  readonly targetTrouble?: string;
}

/** @throws BundleFailure, UsageError */
export async function capacityPart(
  assessment: Assessment,
  binary: string,
  { wish, plan }: CapacityOrder,
): Promise<CapacityPart> {
  const startMs = performance.now();
  const steps = new Steps(assessment, binary, wish);
  const progress = new SearchProgress(assessment.progress, wish);
  const findings = await findCapacity(wish, {
    now: () => performance.now(),
    run: (order) => steps.run(order, (seen) => progress.second(order, seen)),
    onRun: (run, outcome, knee) => progress.step(run, outcome, knee),
  });
  const { trouble } = steps;
  return {
    scenario: steps.workload.scenario,
    arrivals: wish.arrivals,
    findings,
    judges: steps.judges.all,
    to: wish.to,
    ...(wish.atLeast !== undefined && { atLeast: wish.atLeast }),
    ...(plan && { plan }),
    searchMs: performance.now() - startMs,
    failures: steps.failures,
    ...(trouble !== undefined && { targetTrouble: trouble }),
  };
}

/** Runs the steps of a search, each with an engine of its own. */
class Steps {
  readonly judges = new MergedJudges();
  readonly failures: string[] = [];
  readonly workload: Workload;
  trouble: string | undefined;
  readonly #assessment: Assessment;
  readonly #binary: string;
  readonly #arrivals: CapacityWish['arrivals'];
  readonly #objectives: readonly Objective[];
  #count = 0;

  constructor(assessment: Assessment, binary: string, { arrivals }: CapacityWish) {
    const { configuration, reading, progress } = assessment;
    const { workload, leftOut } = offeredWorkload(configuration.workload, reading);
    for (const one of leftOut) progress.say(leftOutSentence(one));
    this.workload = workload;
    this.#assessment = assessment;
    this.#binary = binary;
    this.#arrivals = arrivals;
    // A floor under a rate is missed by every lower step of the ramp; findings are judged anyway.
    this.#objectives = configuration.slo.filter(
      ({ kind }) => kind === 'latency' || kind === 'share',
    );
  }

  /** Undefined when it was interrupted, or came to nothing. */
  async run(
    order: StepOrder,
    onProgress: (seen: LoadProgress) => void,
  ): Promise<StepRun | undefined> {
    const { signal } = this.#assessment;
    const { warmUpMs, measuredMs } = order;
    const window = { warmUpMs, endMs: warmUpMs + measuredMs };
    const measure = new StepMeasure(window, this.#objectives);
    const result = await runLoad({
      ...loadBasis(this.#assessment, this.#binary),
      workload: this.#workloadOf(order),
      objectives: this.#objectives,
      observer: measure,
      onProgress,
    });
    this.judges.add(result.judges);
    this.failures.push(...result.failures);
    if (signal.aborted || result.failures.length > 0) return undefined;
    this.trouble = await this.#troubleOf(result, order);
    if (this.trouble !== undefined) return undefined;
    return stepRun(order, result, measure);
  }

  /** Each step draws anew: the same arrivals by chance would repeat the same chance. */
  #workloadOf(order: StepOrder): Workload {
    this.#count += 1;
    return {
      ...atSteadyRate(this.workload, this.#arrivals, order.arrivalRate),
      durationMs: order.warmUpMs + order.measuredMs,
      gracefulStopMs: order.coolDownMs,
      inFlight: order.inFlight,
      seed: (this.workload.seed + this.#count - 1) % 2 ** 32,
    };
  }

  /** A target that is gone or frozen is no limit, neither of the gateway nor of the generator. */
  async #troubleOf(result: LoadResult, { arrivalRate }: StepOrder): Promise<string | undefined> {
    const { target } = this.#assessment;
    const ended = await target.ended();
    if (ended !== undefined || result.targetStop === undefined) return ended;
    const step = `the step at ${formatArrivalRate(arrivalRate)}`;
    return stoppedAnswering(target.address, result, step);
  }
}

function stepRun(order: StepOrder, result: LoadResult, measure: StepMeasure): StepRun {
  const { health, seconds } = result;
  const durationS = (order.warmUpMs + order.measuredMs) / 1000;
  return {
    ...measure.figures(),
    arrivalRate: order.arrivalRate,
    startedRate: health.started / durationS,
    inFlightBound: order.inFlight,
    exhausted: seconds.some(({ inFlight }) => inFlight >= order.inFlight),
    health,
    schedulerMs: middle(seconds.map(({ schedulerLatencyP99Ms }) => schedulerLatencyP99Ms)),
    measuredMs: order.measuredMs,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

import { MergedJudges } from '../../conformance/merged-judges.ts';
import { defined } from '../../input/defined.ts';
import { median } from '../../input/order-statistics.ts';
import { enginesFor } from '../../load/engine/segments.ts';
import type { LoadProgress, LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { atSteadyRate } from '../../load/workload/workload.ts';
import { findCapacity } from '../../measure/capacity/find-capacity.ts';
import type { Knee } from '../../measure/capacity/knee-search.ts';
import { completedRate } from '../../measure/capacity/saturation.ts';
import type { CapacitySearch, StepRequest } from '../../measure/capacity/step-duration.ts';
import { StepMeasure } from '../../measure/capacity/step-measure.ts';
import type { StepOutcome, StepRun } from '../../measure/capacity/step-outcome.ts';
import type { Objective } from '../../measure/objective.ts';
import { type CapacityFacts, STEP_OUTCOMES } from '../../report/assemble/capacity-section.ts';
import {
  formatArrivalRate,
  formatDuration,
  formatMilliseconds,
} from '../../report/phrases/number-format.ts';
import { exclusionSentence } from '../../report/phrases/sentences.ts';
import { STEP_OUTCOME_WORD } from '../../report/phrases/verdicts.ts';
import type { Assessment, Measured, Measurement } from '../run/assessment.ts';
import { loadBasis } from '../run/run-load.ts';
import { LoadSpending } from '../spending/spending.ts';
import { targetTrouble } from '../target/target-gone.ts';
import { type LoadFrame, loadFigures } from '../terminal/load-view.ts';
import type { Progress } from '../terminal/progress.ts';
import { type CapacityOrder, refuseUnsentObjectives } from './capacity-order.ts';

/** A search for the knee: its steps are not known before. */
export function capacityMeasurement(order: CapacityOrder): Measurement {
  return {
    isPlanned: false,
    isJudged: true,
    check: refuseUnsentObjectives,
    run: (assessment, binary) => measureCapacity(assessment, binary, order),
  };
}

async function measureCapacity(
  assessment: Assessment,
  binary: string,
  { search, plan }: CapacityOrder,
): Promise<Measured> {
  const startMs = performance.now();
  const steps = new Steps(assessment, binary, search);
  const { scenario } = steps.workload;
  const progress = new SearchProgress(assessment, scenario, search);
  const findings = await findCapacity(search, {
    now: () => performance.now(),
    run: (request) => steps.run(request, (seen) => progress.second(request, seen)),
    onRun: (run, outcome, knee) => progress.step(run, outcome, knee),
  });
  const capacity: CapacityFacts = {
    scenario,
    arrivals: search.arrivals,
    findings,
    judges: steps.judges.judges,
    to: search.to,
    searchMs: performance.now() - startMs,
    ...defined({ atLeast: search.atLeast, plan }),
  };
  const { failures, cutShort, trouble } = steps;
  return { facts: { capacity }, failures, cutShort, ...defined({ targetTrouble: trouble }) };
}

/** Runs the steps of a search, each with a separate engine. */
class Steps {
  readonly judges = new MergedJudges();
  readonly failures: string[] = [];
  readonly workload: Workload;
  trouble: string | undefined;
  readonly #spending: LoadSpending | undefined;
  readonly #assessment: Assessment;
  readonly #binary: string;
  readonly #arrivals: CapacitySearch['arrivals'];
  readonly #objectives: readonly Objective[];
  #count = 0;

  constructor(assessment: Assessment, binary: string, { arrivals }: CapacitySearch) {
    const { configuration, profile, progress } = assessment;
    const { workload, excluded } = supportedWorkload(configuration.workload, profile);
    for (const one of excluded) progress.say(exclusionSentence(one));
    this.workload = workload;
    this.#assessment = assessment;
    this.#binary = binary;
    this.#arrivals = arrivals;
    this.#spending = assessment.budget && new LoadSpending(assessment.budget);
    // Every lower step of the ramp would miss a minimum rate; findings are judged anyway.
    this.#objectives = configuration.slo.filter(
      ({ kind }) => kind === 'latency' || kind === 'share',
    );
  }

  get cutShort(): readonly string[] {
    return this.#spending?.signal.aborted === true ? [this.#spending.sentence] : [];
  }

  /** Undefined when it was interrupted, failed, or spent the budget. */
  async run(
    request: StepRequest,
    onProgress: (seen: LoadProgress) => void,
  ): Promise<StepRun | undefined> {
    const { signal } = this.#assessment;
    const spending = this.#spending;
    const ends = [signal, ...(spending ? [spending.signal] : [])];
    const { warmUpMs, measuredMs } = request;
    const window = { warmUpMs, endMs: warmUpMs + measuredMs };
    const measure = new StepMeasure(window, this.#objectives);
    const result = await runLoad({
      ...loadBasis(this.#assessment, this.#binary),
      workload: this.#workloadOf(request),
      objectives: this.#objectives,
      signal: AbortSignal.any(ends),
      observer: {
        record: (measured) => {
          measure.record(measured);
          spending?.record(measured);
        },
      },
      engines: enginesFor(request.inFlight),
      onProgress,
    });
    this.judges.add(result.judges);
    this.failures.push(...result.failures);
    if (ends.some(({ aborted }) => aborted) || result.failures.length > 0) return undefined;
    this.trouble = await this.#troubleOf(result, request);
    if (this.trouble !== undefined) return undefined;
    return stepRun(request, result, measure);
  }

  /** Each step has a different seed: the same random arrivals would repeat the same luck. */
  #workloadOf(request: StepRequest): Workload {
    this.#count += 1;
    return {
      ...atSteadyRate(this.workload, this.#arrivals, request.arrivalRate),
      durationMs: request.warmUpMs + request.measuredMs,
      gracefulStopMs: request.coolDownMs,
      inFlight: request.inFlight,
      seed: (this.workload.seed + this.#count - 1) % 2 ** 32,
    };
  }

  /** A target that is gone or unresponsive is not the limit of the gateway or the generator. */
  async #troubleOf(result: LoadResult, { arrivalRate }: StepRequest): Promise<string | undefined> {
    const { target, upstream, signal } = this.#assessment;
    const ended = upstream?.ended() ?? (await target.ended());
    if (ended !== undefined || result.targetLoss === undefined) return ended;
    const which = `the step at ${formatArrivalRate(arrivalRate)}`;
    return await targetTrouble(target, { load: result, which }, { signal });
  }
}

const ALMOST_ALL = 0.95;

function stepRun(request: StepRequest, result: LoadResult, measure: StepMeasure): StepRun {
  const { health, seconds } = result;
  const durationS = (request.warmUpMs + request.measuredMs) / 1000;
  // One of several engines may reach its share of the limit a little earlier than the others.
  const full = request.inFlight * (enginesFor(request.inFlight) > 1 ? ALMOST_ALL : 1);
  return {
    ...measure.figures(),
    arrivalRate: request.arrivalRate,
    startedRate: health.started / durationS,
    inFlightLimit: request.inFlight,
    exhausted: seconds.some(({ inFlight }) => inFlight >= full),
    health,
    schedulerMs: median(seconds.map(({ schedulerLatencyP99Ms }) => schedulerLatencyP99Ms)),
    measuredMs: request.measuredMs,
  };
}

/** The progress of a search: a permanent line for each step, and a live line for the current one. */
class SearchProgress {
  readonly #progress: Progress;
  readonly #frame: Pick<LoadFrame, 'scenario' | 'judging' | 'target'>;
  readonly #endMs: number;

  constructor(
    { progress, target }: Pick<Assessment, 'progress' | 'target'>,
    scenario: string,
    { from, to, timeLimitMs, arrivals }: CapacitySearch,
  ) {
    this.#progress = progress;
    this.#frame = { scenario, judging: 'live', target: target.address };
    this.#endMs = performance.now() + timeLimitMs;
    progress.say(
      `Capacity: from ${formatArrivalRate(from)} up to ${formatArrivalRate(to)}, ${arrivals} arrivals, time limit ${formatDuration(timeLimitMs)}`,
    );
  }

  second({ arrivalRate, warmUpMs, measuredMs }: StepRequest, progress: LoadProgress): void {
    const durationMs = warmUpMs + measuredMs;
    const leftMs = Math.max(0, durationMs - progress.atMs);
    const line = [
      `${formatArrivalRate(arrivalRate)}, ${Math.round(leftMs / 1000)} s left`,
      `${progress.inFlight} in flight`,
      `${progress.errors} errors`,
      `${progress.findings} findings`,
      `at most ${formatDuration(Math.max(0, this.#endMs - performance.now()))}`,
    ].join(' · ');
    this.#progress.show(line, loadFigures(progress, { ...this.#frame, durationMs }));
  }

  step(run: StepRun, outcome: StepOutcome, knee: Knee | undefined): void {
    const word = STEP_OUTCOME_WORD[STEP_OUTCOMES[outcome]];
    const p95Ms = run.measure.e2e.percentile(95);
    this.#progress.say(
      [
        `${formatArrivalRate(run.arrivalRate).padStart(9)}  ${word.padEnd(15)}`,
        `completed ${formatArrivalRate(completedRate(run))}`,
        p95Ms === undefined ? 'no response' : `p95 ${formatMilliseconds(p95Ms)}`,
        ...(knee === undefined
          ? []
          : [`knee ${formatArrivalRate(knee.low)}–${formatArrivalRate(knee.high)}`]),
      ].join('  '),
    );
  }
}

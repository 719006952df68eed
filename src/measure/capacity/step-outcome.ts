import type { GeneratorHealth } from '../generator-health.ts';
import type { StepFigures } from './step-measure.ts';

/** One run at one rate. */
export interface StepRun extends StepFigures {
  /** The target rate, per second. */
  readonly arrivalRate: number;
  /** For the whole run, per second. */
  readonly startedRate: number;
  /** Iterations at once, at most. */
  readonly inFlightBound: number;
  /** All of them were busy at some second. */
  readonly exhausted: boolean;
  readonly health: GeneratorHealth;
  /** What the generator's own goroutines waited for a core, p99 of the middle second. */
  readonly schedulerMs: number;
  /** Without the warm-up. */
  readonly measuredMs: number;
}

/**
 * What a run says of its rate. `unclear`: latency grew, but by one jump. `unjudged`: it would have
 * been held, but nothing was seen of an objective. `generator`: the rate was not met, and the
 * generator could be the reason. `in-flight`: the same for want of iterations.
 */
export type StepOutcome = 'held' | 'missed' | 'unclear' | 'unjudged' | 'generator' | 'in-flight';

/** A larger share of requests that are turned away, fail or get no answer in time is not keeping up. */
const UNSERVED_BOUND = 0.01;
/** With a smaller share of the scheduled arrivals, the rate was not sent. */
const LEAST_STARTED_SHARE = 0.98;
/** A generator that waits longer for a core, in most seconds, measures itself. */
const STARVED_MS = 20;
/** Times that the generator may have waited for a core in the course of one answer. */
const WAITS_IN_AN_ANSWER = 10;
/** A gateway that is this much slower than at the last rate that it held is busy itself. */
const BUSY_FACTOR = 1.5;

/**
 * @param usualMs mean time from send to end at the highest rate that was held, when there is one
 */
export function stepOutcomeOf(run: StepRun, usualMs: number | undefined): StepOutcome {
  const { scheduled, started: begun } = run.health;
  const started = begun >= scheduled * LEAST_STARTED_SHARE;
  const keepsUp = keepsUpIn(run);
  const meets = run.compliance.every(({ met, unobserved }) => met === true || unobserved === true);
  if (started && keepsUp === true && meets)
    return unobservedIn(run).length > 0 ? 'unjudged' : 'held';
  if (isStarved(run)) return 'generator';
  if (run.exhausted && !isBusy(run, usualMs)) return 'in-flight';
  if (!run.exhausted && !run.health.healthy && !isBehind(run)) return 'generator';
  return keepsUp === null && meets ? 'unclear' : 'missed';
}

/** Objectives, as written, of which nothing was seen. */
export function unobservedIn({ compliance }: Pick<StepRun, 'compliance'>): string[] {
  return compliance
    .filter(({ unobserved }) => unobserved === true)
    .map(({ objective }) => objective.text);
}

/** The generator had no core in most seconds: what it measures is its own. */
export function isStarved({ schedulerMs }: Pick<StepRun, 'schedulerMs'>): boolean {
  return schedulerMs > STARVED_MS;
}

/** Whether the gateway kept up; null when it is undecided. */
export function keepsUpIn(run: StepRun): boolean | null {
  const { measure, trend, exhausted } = run;
  if (unservedShare(run) > UNSERVED_BOUND) return false;
  if (exhausted) return false;
  if (trend !== undefined) return trend.keepsUp;
  return measure.good > 0 && measure.cut === 0;
}

/** Share of the requests that got no good answer, but for those still on their way at the end. */
function unservedShare({ measure, overdue }: StepRun): number {
  const { good, failed, throttled } = measure;
  const unserved = failed + throttled + overdue;
  return unserved === 0 ? 0 : unserved / (good + unserved);
}

/** The gateway fell behind: requests that were sent late also took longer from their send. */
function isBehind(run: StepRun): boolean {
  const { trendFromSend, measuredMs, schedulerMs } = run;
  if (unservedShare(run) > UNSERVED_BOUND) return true;
  const riseMs = (trendFromSend?.slope ?? 0) * measuredMs;
  return trendFromSend?.keepsUp === false && riseMs > WAITS_IN_AN_ANSWER * schedulerMs;
}

/** With as many iterations as fit on their way, is it the gateway that is slow? */
function isBusy(run: StepRun, usualMs: number | undefined): boolean {
  const { measure, throughput } = run;
  const meanMs = measure.e2e.mean;
  if (unservedShare(run) > UNSERVED_BOUND) return true;
  if (meanMs === undefined) return throughput === 0;
  return usualMs !== undefined && meanMs >= BUSY_FACTOR * usualMs;
}

import type { GeneratorHealth } from '../generator-health.ts';
import type { StepFigures } from './step-measure.ts';

/** One run at one rate. */
export interface StepRun extends StepFigures {
  /** The target rate, per second. */
  readonly arrivalRate: number;
  /** For the whole run, per second. */
  readonly startedRate: number;
  /** Limit of the iterations in flight. */
  readonly inFlightLimit: number;
  /** All iterations were in use in some second. */
  readonly exhausted: boolean;
  readonly health: GeneratorHealth;
  /** Time that the generator's goroutines waited for a core, p99 of the median second. */
  readonly schedulerMs: number;
  /** Without the warm-up. */
  readonly measuredMs: number;
}

/**
 * Outcome of a run at its rate: `held` is sustained, `missed` is not. `unclear`: the latency grew by
 * one jump. `unjudged`: sustained, but an objective applied to no exchange. `generator`: not
 * sustained, possibly because of the generator. `in-flight`: the same because too few iterations were allowed.
 */
export type StepOutcome = 'held' | 'missed' | 'unclear' | 'unjudged' | 'generator' | 'in-flight';

/** With a larger share of requests that are refused, fail or get no answer in time, it does not keep up. */
const UNSERVED_BOUND = 0.01;
/** With a smaller share of the scheduled arrivals, the rate was not sent. */
const LEAST_STARTED_SHARE = 0.98;
/** A generator whose goroutines wait longer for a core in most seconds measures itself. */
const STARVED_MS = 20;
/** Times that the generator may have waited for a core during one answer. */
const WAITS_IN_AN_ANSWER = 10;
/** A gateway that is slower than this multiple of its latency at the last sustained rate is busy. */
const BUSY_FACTOR = 1.5;

/**
 * @param usualMs mean latency from the send at the highest sustained rate, when there is one
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

/** Objectives, as written, that applied to no exchange. */
export function unobservedIn({ compliance }: Pick<StepRun, 'compliance'>): string[] {
  return compliance
    .filter(({ unobserved }) => unobserved === true)
    .map(({ objective }) => objective.text);
}

/** The generator waited for a core in most seconds: it measures itself. */
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

/** Share of the requests without a good answer, except those still in flight at the end. */
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

/** Whether the gateway is slow when all iterations are in use. */
function isBusy(run: StepRun, usualMs: number | undefined): boolean {
  const { measure, throughput } = run;
  const meanMs = measure.e2eFromSend.mean;
  if (unservedShare(run) > UNSERVED_BOUND) return true;
  if (meanMs === undefined) return throughput === 0;
  return usualMs !== undefined && meanMs >= BUSY_FACTOR * usualMs;
}

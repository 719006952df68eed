import { z } from 'zod';
import { thousands } from '../input/count-text.ts';
import { INTEGER, MS, TEXT } from './scalars.ts';

/** Health of the engine, once a second. */
export interface HealthSample {
  /** Since the origin of the run. */
  readonly atMs: number;
  readonly latenessP99Ms: number;
  readonly latenessMaxMs: number;
  readonly schedulerLatencyP99Ms: number;
  readonly tickerLatenessMaxMs: number;
}

export const GeneratorHealthSchema = z.object({
  healthy: z.boolean(),
  reason: TEXT.optional(),
  seconds: INTEGER.describe('seconds sampled'),
  unhealthySeconds: INTEGER,
  scheduled: INTEGER.describe('arrivals that the schedule planned'),
  started: INTEGER,
  notStarted: INTEGER,
  interrupted: INTEGER.describe('iterations that the end of the run cut off'),
  latenessP99Ms: MS.describe('start delay in the worst second'),
  latenessMaxMs: MS,
  schedulerLatencyP99Ms: MS.describe('Go scheduler delay in the worst second'),
  tickerLatenessMaxMs: MS.describe('longest delay of a timer of the load generator'),
});

export type GeneratorHealth = Readonly<z.infer<typeof GeneratorHealthSchema>>;

/** Counts of the engine over the run. */
export type ArrivalTotals = Pick<
  GeneratorHealth,
  'scheduled' | 'started' | 'notStarted' | 'interrupted'
>;

/**
 * A second is unhealthy when arrivals or the engine's own goroutines waited longer than this.
 * Healthy generators were measured at 0.2-0.4 ms and 1-4 ms; overloaded ones at over 20 ms.
 */
const LATENESS_P99_LIMIT_MS = 50;
const SCHEDULER_P99_LIMIT_MS = 20;

/** A limit that was exceeded at p99. */
export interface ExceededLimit {
  readonly what: 'arrivals' | 'its scheduler';
  readonly lateMs: number;
  readonly limitMs: number;
}

/**
 * A saturated generator measures itself, so no SLO is judged.
 * @param stopMs when the target became unresponsive or was gone, if it did: requests that wait for it
 *   from then on, to the last iteration, say nothing about the generator
 * @param canJudgeLater whether judging shared the cores with the load, and the same load can be judged after it
 */
export function healthOf(
  seconds: readonly HealthSample[],
  totals: ArrivalTotals,
  stopMs = Number.POSITIVE_INFINITY,
  canJudgeLater = false,
): GeneratorHealth {
  const samples = seconds.filter(({ atMs }) => atMs <= stopMs);
  const unhealthySeconds = samples.filter((sample) => isUnhealthy(sample)).length;
  const allowed = Math.max(3, Math.ceil(samples.length / 100));
  const notStarted = Number.isFinite(stopMs) ? 0 : totals.notStarted;
  const atWorst = {
    latenessP99Ms: worst(samples, 'latenessP99Ms'),
    latenessMaxMs: worst(samples, 'latenessMaxMs'),
    schedulerLatencyP99Ms: worst(samples, 'schedulerLatencyP99Ms'),
    tickerLatenessMaxMs: worst(samples, 'tickerLatenessMaxMs'),
  };
  const late = exceededLimits(atWorst);
  const isFull = late.some(({ what }) => what === 'its scheduler');
  const cores = canJudgeLater && isFull ? JUDGE_LATER : '';
  const reason = reasonOf(unhealthySeconds, allowed, { ...totals, notStarted }, late, cores);
  const { scheduled, started, interrupted } = totals;
  return {
    scheduled,
    started,
    notStarted: totals.notStarted,
    interrupted,
    healthy: reason === undefined,
    ...(reason !== undefined && { reason }),
    seconds: samples.length,
    unhealthySeconds,
    ...atWorst,
  };
}

type Lateness = Pick<HealthSample, 'latenessP99Ms' | 'schedulerLatencyP99Ms'>;

/**
 * Why the generator was saturated in a second, or at worst; empty when it was not.
 * @param waits for a target that sends nothing: late arrivals are then not caused by the generator
 */
export function exceededLimits(
  { latenessP99Ms, schedulerLatencyP99Ms }: Lateness,
  waits = false,
): readonly ExceededLimit[] {
  const limits: readonly ExceededLimit[] = [
    { what: 'arrivals', lateMs: waits ? 0 : latenessP99Ms, limitMs: LATENESS_P99_LIMIT_MS },
    { what: 'its scheduler', lateMs: schedulerLatencyP99Ms, limitMs: SCHEDULER_P99_LIMIT_MS },
  ];
  return limits.filter(({ lateMs, limitMs }) => lateMs > limitMs);
}

/**
 * Whether the generator was saturated in a second.
 * @param waits see `exceededLimits`
 */
export function isUnhealthy(sample: Lateness, waits = false): boolean {
  return exceededLimits(sample, waits).length > 0;
}

function reasonOf(
  unhealthy: number,
  allowed: number,
  totals: ArrivalTotals,
  late: readonly ExceededLimit[],
  more: string,
): string | undefined {
  if (totals.notStarted > 0) {
    return `${thousands(totals.notStarted)} of ${thousands(totals.scheduled)} arrivals could not start before the end. Raise inFlight (--in-flight), lower the arrival rate, or give the generator more cores${more}.`;
  }
  if (unhealthy > allowed) {
    const limits = late.map(({ what, limitMs }) => `${what} by over ${limitMs} ms`);
    return `in ${unhealthy} seconds it was late (${limits.join(', ')} at p99). Lower the arrival rate, raise inFlight (--in-flight), or give it more cores${more}.`;
  }
  return undefined;
}

/** Only where its scheduler was late: its threads had to wait for a core. */
const JUDGE_LATER =
  ', for example those that judging takes: "assay load --judge after" judges after the load';

function worst(
  samples: readonly HealthSample[],
  name: Exclude<keyof HealthSample, 'atMs'>,
): number {
  return samples.reduce((most, sample) => Math.max(most, sample[name]), 0);
}

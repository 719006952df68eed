import { LIMITS } from '../../input/limits.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';

/** Most probes take less; those that wait for timeouts take more. */
const PER_PROBE_MS = 5000;

/** The end of a part of a run. */
export interface TimeLimit {
  /** Aborts at the time limit. */
  readonly signal: AbortSignal;
  /** Such as "10 min". */
  readonly text: string;
  /** Such as ", time limit 10 min"; empty where the user set none. */
  readonly clause: string;
}

/**
 * @param setMs for the whole command, since the start of the process
 * @param defaultMs from now on, if no limit is set
 */
export function timeLimit(setMs: number | undefined, defaultMs: number): TimeLimit {
  const leftMs = setMs === undefined ? defaultMs : Math.max(0, setMs - performance.now());
  const text = formatDuration(setMs ?? defaultMs);
  return {
    signal: AbortSignal.timeout(Math.ceil(leftMs)),
    text,
    clause: setMs === undefined ? '' : `, time limit ${text}`,
  };
}

/** The default for a number of probes: enough for a slow video job and the probes beside it. */
export function probesTimeMs(probes: number): number {
  return Math.max(LIMITS.probesMs.value, probes * PER_PROBE_MS);
}

/** Judging a load that took all cores takes about as long as the load. */
const JUDGING_DURATIONS = 3;

/** The default for a load: enough for its last requests, and for judging all. */
export function loadTimeMs({ durationMs, gracefulStopMs }: Workload): number {
  const judgingMs = Math.max(LIMITS.loadMs.value, JUDGING_DURATIONS * durationMs);
  return durationMs + gracefulStopMs + judgingMs;
}

export function isTimeLimit(reason: string): boolean {
  return reason.startsWith('Time limit of ');
}

/** The sentence of a report about the time limit of its probes. */
export function timeLimitSentence({ text }: TimeLimit): string {
  return `Time limit of ${text} reached: the probes that were still running could not verify their rules. Raise --time-limit.`;
}

/** The sentence of a report about the time limit of its load. */
export function loadLimitSentence({ text }: Pick<TimeLimit, 'text'>): string {
  return `Time limit of ${text} reached: the load was stopped before its end. Raise --time-limit.`;
}

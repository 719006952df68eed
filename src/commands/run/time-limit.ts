import { formatDuration } from '../../report/phrases/number-format.ts';

/** Time enough for a video job that takes its time, and for the probes beside it. */
const LEAST_MS = 600_000;
/** Most take less; those that wait for time-outs take more. */
const PER_PROBE_MS = 5000;

/** When probes end, whatever they wait for. */
interface TimeLimit {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  /** In plain characters, such as "10 min". */
  readonly text: string;
}

/**
 * @param wishedMs since the start of the process; by the number of the probes when undefined
 */
export function timeLimit(wishedMs: number | undefined, probes: number): TimeLimit {
  const ms = wishedMs ?? Math.max(LEAST_MS, probes * PER_PROBE_MS);
  const leftMs = wishedMs === undefined ? ms : Math.max(0, ms - performance.now());
  return {
    signal: AbortSignal.timeout(Math.ceil(leftMs)),
    text: formatDuration(ms),
  };
}

export function isTimeLimit(reason: string): boolean {
  return reason.startsWith('Time limit of ');
}

/** What a report says where the time was too short. */
export function timeLimitSentence({ text }: TimeLimit): string {
  return `Time limit of ${text} reached: what did not end by then could not be verified. Raise --time-limit.`;
}

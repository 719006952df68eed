import { formatDuration } from '../../report/phrases/number-format.ts';

/** Enough for a slow video job and the probes beside it. */
const LEAST_MS = 600_000;
/** Most probes take less; those that wait for timeouts take more. */
const PER_PROBE_MS = 5000;

/** The end of the probes. */
interface TimeLimit {
  /** Aborts at the time limit. */
  readonly signal: AbortSignal;
  /** Such as "10 min". */
  readonly text: string;
}

/**
 * @param setMs since the start of the process; depends on the number of probes when undefined
 */
export function timeLimit(setMs: number | undefined, probes: number): TimeLimit {
  const ms = setMs ?? Math.max(LEAST_MS, probes * PER_PROBE_MS);
  const leftMs = setMs === undefined ? ms : Math.max(0, ms - performance.now());
  return {
    signal: AbortSignal.timeout(Math.ceil(leftMs)),
    text: formatDuration(ms),
  };
}

export function isTimeLimit(reason: string): boolean {
  return reason.startsWith('Time limit of ');
}

/** The sentence of a report about the time limit. */
export function timeLimitSentence({ text }: TimeLimit): string {
  return `Time limit of ${text} reached: the probes that were still running could not verify their rules. Raise --time-limit.`;
}

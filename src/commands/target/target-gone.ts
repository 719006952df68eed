import type { LoadResult } from '../../load/load-result.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';

/** The facts of a load whose target became unresponsive or gone. */
type LostLoad = Pick<LoadResult, 'targetLoss' | 'originUnixMs' | 'health'>;

/**
 * The target responded when the run began, and no longer does; with the time, if a load shows it.
 * @param which names the load, such as `the step at 40/s`
 */
export function targetGoneMessage(address: string, load?: LostLoad, which = 'the load'): string {
  const what = `The target no longer responds: ${address}.`;
  return load?.targetLoss === undefined ? what : `${what} ${silenceSentences(load, which)}`;
}

/**
 * The same for a target that stopped responding to probes.
 * @param probes the names of those that were running then
 */
export function targetGoneDuring(address: string, probes: readonly string[]): string {
  const what = targetGoneMessage(address);
  if (probes.length === 0) return what;
  const which =
    probes.length === 1 ? `the probe ${probes[0]}` : `one of the probes ${probes.join(', ')}`;
  return `${what} It stopped during ${which}.`;
}

/** For the command that it cut short. */
export const WHAT_TO_DO = 'Check its logs for that moment, restart it, and repeat the run.';

/** When the last byte came, and the number of requests that were waiting. */
function silenceSentences({ targetLoss, originUnixMs, health }: LostLoad, which: string): string {
  const { afterMs, forMs = 0, unanswered = 0 } = targetLoss ?? {};
  const since =
    afterMs === undefined
      ? `from the start of ${which}`
      : `after ${formatDuration(afterMs)} of ${which}${clockPhrase(originUnixMs, afterMs)}`;
  const late = formatNumberOf(health.notStarted, 'arrival');
  const waiting =
    health.notStarted === 0
      ? ''
      : `, and ${late} could not start, because all requests in flight were waiting for it`;
  const request = formatNumberOf(unanswered, 'request');
  const sentence = `No byte arrived ${since}: ${request} had no response in the last ${formatDuration(forMs)}${waiting}.`;
  return `${sentence} ${WHAT_TO_DO}`;
}

/** The time of day, to find it in the logs of the target. */
function clockPhrase(originUnixMs: number | undefined, afterMs: number): string {
  if (originUnixMs === undefined) return '';
  return `, at ${new Date(originUnixMs + afterMs).toISOString().slice(11, 19)} UTC`;
}

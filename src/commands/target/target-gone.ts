import type { LoadResult } from '../../load/load-result.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';

/** What is known of a load whose target stopped answering. */
type Stopped = Pick<LoadResult, 'targetLoss' | 'originUnixMs' | 'health'>;

/**
 * That a target was there when the run began, and no longer is; since when, if a load tells it.
 * @param which names the load, such as `the step at 40/s`
 */
export function stoppedAnswering(address: string, load?: Stopped, which = 'the load'): string {
  const what = `The target stopped answering: ${address}.`;
  return load?.targetLoss === undefined ? what : `${what} ${silenceSentences(load, which)}`;
}

/** When the last byte came, and what waited for more. */
function silenceSentences({ targetLoss, originUnixMs, health }: Stopped, which: string): string {
  const { afterMs, forMs = 0, unanswered = 0 } = targetLoss ?? {};
  const since =
    afterMs === undefined
      ? `from the start of ${which}`
      : `after ${formatDuration(afterMs)} of ${which}${clockPhrase(originUnixMs, afterMs)}`;
  const late = formatNumberOf(health.notStarted, 'arrival');
  const waiting =
    health.notStarted === 0
      ? ''
      : `, and ${late} could not start, as all that may be in flight waited for it`;
  const request = formatNumberOf(unanswered, 'request');
  const sentence = `Nothing came back ${since}: ${request} had no answer in the ${formatDuration(forMs)} up to the end${waiting}.`;
  return `${sentence} Check its logs for that moment, restart it, and repeat the run.`;
}

/** For a look into the logs of the target. */
function clockPhrase(originUnixMs: number | undefined, afterMs: number): string {
  if (originUnixMs === undefined) return '';
  return `, at ${new Date(originUnixMs + afterMs).toISOString().slice(11, 19)} UTC`;
}

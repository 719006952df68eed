import type { TargetGone } from '../../conformance/run/run-probes.ts';
import { checkLiveness } from '../../conformance/sending/liveness.ts';
import { present } from '../../input/defined.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import { cutAnswersSentence } from '../../report/phrases/sentences.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import type { Target } from '../../target/target.ts';

/** The facts of a load whose target became unresponsive or gone. */
type LostLoad = Pick<LoadResult, 'targetLoss' | 'originUnixMs'> & {
  readonly health: Pick<LoadResult['health'], 'notStarted'>;
};

/** What shows that the target responded when the run began, and then did not. */
interface Loss {
  readonly load?: LostLoad | undefined;
  /** Names the load, such as `the step at 40/s`. */
  readonly which?: string;
  readonly gone?: TargetGone | undefined;
}

interface TroubleOptions {
  readonly signal?: AbortSignal;
  /** What to repeat; `the run` when absent. */
  readonly repeat?: string | undefined;
}

/** It had the usual time to respond when the loss was noticed. */
const PATIENCE = { deadlineMs: 2000, secondTryMs: 1000, refusedMs: 1000 };

/**
 * Looks once more whether the target responds: one that stalled needs no restart.
 * @returns what happened, and what to do
 */
export async function targetTrouble(
  { kind, address, keys, access }: Pick<Target, 'kind' | 'address' | 'keys'> & Partial<Target>,
  loss: Loss,
  { signal, repeat = 'the run' }: TroubleOptions = {},
): Promise<string> {
  const sign = await checkLiveness({ address, key: keys.first, access }, signal, PATIENCE);
  const isBack = sign === 'alive';
  const what = isBack
    ? `The target stalled: ${address}.`
    : `The target no longer responds: ${address}.`;
  const again = isBack ? [`It responded again${afterPhrase(loss)}.`] : [];
  const sentences = [what, ...silenceSentences(loss), ...probesSentence(loss), ...again];
  return [...sentences, remedyOf(kind, isBack, repeat)].join(' ');
}

/** Whether a reason of a report is what `targetTrouble` found. */
export function isTargetTrouble(reason: string): boolean {
  return /^The target (?:stalled|no longer responds): /.test(reason);
}

/** What happened and what to do, for a recording or traffic of clients: nothing is sent to the target. */
export function targetGoneMessage(address: string, load: LostLoad): string {
  const what = `The target no longer responds: ${address}.`;
  return [what, ...silenceSentences({ load }), remedyOf('remote', false, 'the run')].join(' ');
}

function remedyOf(kind: string, isBack: boolean, repeat: string): string {
  if (kind !== 'remote') return `Repeat ${repeat}.`;
  return `Check its logs for that moment, ${isBack ? '' : 'restart it, '}and repeat ${repeat}.`;
}

/** From the last byte, or from when the probes noticed. */
function afterPhrase({ load, gone }: Loss): string {
  const { originUnixMs, targetLoss } = load ?? {};
  if (gone !== undefined) return `, ${formatDuration(performance.now() - gone.atMs)} later`;
  return originUnixMs === undefined || targetLoss?.afterMs === undefined
    ? ''
    : ` after ${formatDuration(Date.now() - originUnixMs - targetLoss.afterMs)}`;
}

function probesSentence({ gone }: Loss): readonly string[] {
  const { during: probes = [] } = gone ?? {};
  if (probes.length === 0) return [];
  const which =
    probes.length === 1 ? `the probe ${probes[0]}` : `one of the probes ${probes.join(', ')}`;
  return [`It stopped during ${which}.`];
}

/** When the last byte came, and the number of requests that were waiting. */
function silenceSentences({ load, which = 'the load' }: Loss): readonly string[] {
  if (load?.targetLoss === undefined) return [];
  const { targetLoss, originUnixMs, health } = load;
  const { afterMs, forMs, unanswered } = targetLoss;
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
  return [
    `No byte arrived ${since}: ${request} had no response in the last ${formatDuration(forMs)}${waiting}.`,
  ];
}

/** The time of day, to find it in the logs of the target. */
function clockPhrase(originUnixMs: number | undefined, afterMs: number): string {
  if (originUnixMs === undefined) return '';
  return `, at ${new Date(originUnixMs + afterMs).toISOString().slice(11, 19)} UTC`;
}

/**
 * The target in a report, with remarks on its responses.
 * @param cut answers that exceed a limit, by the limit
 */
export function targetRecord(
  { kind, address, note }: RunReport['target'],
  remark: string | undefined,
  ...cut: Parameters<typeof cutAnswersSentence>[0]
): RunReport['target'] {
  const sentences = present([note, remark, cutAnswersSentence(cut)]);
  return { kind, address, ...(sentences.length > 0 && { note: sentences.join(' ') }) };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../../input/setup-error.ts';
import { type ClusterRun, RECORDINGS_FOLDER } from '../../load/scenarios/cluster-objects.ts';
import { EXIT_CODE_FILE } from '../../load/scenarios/kept-runner.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import {
  type ClusterView,
  hasEnded,
  isReleased,
  look,
  type Pod,
  progressOf,
  runnersOf,
} from './cluster-view.ts';
import { lastLines, startTrouble, wordsAboutRun } from './cluster-words.ts';
import { forEach } from './for-each.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

const LOOK_EVERY_MS = 2000;
/** A failure is looked at twice, because stage and pods are read one beside the other; a complaint may pass. */
const PATIENCE_MS = { failure: 1500, complaint: 20_000 };
/** Without a pod that waits, something happens within this: the operator asks the runners again after up to 25 s. */
const UNCHANGED_MS = 40_000;
/** For nodes and images that are on their way without a complaint. */
const START_LIMIT_MS = 300_000;
/** A cluster that does not respond for this long is given up. */
const SILENCE_MS = 60_000;
/** An engine that was stopped ends its requests and its recording within this. */
const STOP_MS = 90_000;

export interface FollowedRun {
  readonly kubectl: Kubectl;
  readonly run: ClusterRun;
  /** ms; see `--start-limit`. */
  readonly startLimitMs: number | undefined;
  /** ms from the start of the load. */
  readonly loadLimitMs: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  readonly show: (line: string) => void;
}

/** A run whose runners have all ended. */
export interface FollowedEnd {
  readonly view: ClusterView;
  /** The exit code of each runner that has one, by its pod. */
  readonly exitCodes: ReadonlyMap<string, number>;
  /** `limit`: it was stopped, because the load took longer than it may. */
  readonly reason: 'ended' | 'interrupted' | 'limit';
}

/**
 * Waits until the load has started and ended, and says what changes. A load that is interrupted before it has
 * started has no end: undefined.
 * @throws SetupError with the reason why it does not start
 */
export async function followRun(followed: FollowedRun): Promise<FollowedEnd | undefined> {
  return (await isReleasedOnTime(followed)) ? await untilEnded(followed) : undefined;
}

/** @returns false when interrupted */
async function isReleasedOnTime(followed: FollowedRun): Promise<boolean> {
  const { kubectl, signal, startLimitMs } = followed;
  const createdMs = performance.now();
  let unchanged = { state: '', sinceMs: createdMs };
  let trouble: { readonly kind: keyof typeof PATIENCE_MS; readonly sinceMs: number } | undefined;
  for await (const view of views(followed)) {
    if (signal.aborted) return false;
    if (isReleased(view) || isOver(view)) return true;
    const nowMs = performance.now();
    await refuseEarlyEnd(followed, view);
    const state = JSON.stringify([view.stage, view.pods]);
    if (state !== unchanged.state) unchanged = { state, sinceMs: nowMs };
    const kind = startTrouble(view);
    if (kind === undefined) trouble = undefined;
    else if (kind !== trouble?.kind) {
      trouble = { kind, sinceMs: nowMs };
      const [first = ''] = kind === 'complaint' ? await wordsAboutRun(kubectl, view) : [];
      if (first !== '') followed.say(`Cluster: waiting, because of ${first}`);
    }
    const patienceMs =
      trouble?.kind === 'complaint' ? (startLimitMs ?? PATIENCE_MS.complaint) : PATIENCE_MS.failure;
    const isWaiting = view.pods.some(({ status }) => status.phase === 'Pending');
    if (
      (trouble !== undefined && nowMs - trouble.sinceMs >= patienceMs) ||
      (!isWaiting && nowMs - unchanged.sinceMs >= UNCHANGED_MS) ||
      (trouble === undefined && nowMs - createdMs >= (startLimitMs ?? START_LIMIT_MS))
    ) {
      throw notStarted(view, await wordsAboutRun(kubectl, view));
    }
  }
  return false;
}

/** @throws SetupError for an engine that has ended before the load, although its pod is kept */
async function refuseEarlyEnd({ kubectl, run }: FollowedRun, view: ClusterView): Promise<void> {
  if (run.recordings !== 'pod' || view.stage !== 'created') return;
  const [ended] = await exitCodesIn(kubectl, view, new Map());
  if (ended === undefined) return;
  const [pod, code] = ended;
  const line = `pod ${pod}: its engine ended with exit code ${code}`;
  throw notStarted(view, [line, ...(await lastLines(kubectl, pod))]);
}

/** The words of the cluster under one headline. */
function notStarted(view: ClusterView, words: readonly string[]): SetupError {
  const silent =
    'The cluster gives no reason. The k6 operator must run, watch this namespace, and reach port 6565 of the pods: its log says more.';
  return new SetupError(
    [
      `The load of TestRun ${view.name} does not start (${progressOf(view)}). Correct what the cluster names below, or wait longer with --start-limit:`,
      ...(words.length === 0 ? [silent] : words),
    ].join('\n  '),
  );
}

function isOver({ stage }: ClusterView): boolean {
  return stage === 'stopped' || stage === 'finished';
}

async function untilEnded(followed: FollowedRun): Promise<FollowedEnd> {
  const { signal, kubectl, run, loadLimitMs } = followed;
  const startedMs = performance.now();
  let exitCodes: ReadonlyMap<string, number> = new Map();
  let reason: FollowedEnd['reason'] = 'ended';
  let stoppedMs: number | undefined;
  followed.say('Cluster: the load has started');
  for await (const view of views(followed)) {
    const runners = runnersOf(view);
    if (run.recordings === 'pod') exitCodes = await exitCodesIn(kubectl, view, exitCodes);
    const running = runners.filter((pod) => !hasEnded(pod) && !exitCodes.has(pod.metadata.name));
    if (running.length === 0) return { view, exitCodes, reason };
    const nowMs = performance.now();
    if (stoppedMs === undefined && (signal.aborted || nowMs - startedMs > loadLimitMs)) {
      reason = signal.aborted ? 'interrupted' : 'limit';
      stoppedMs = nowMs;
      await stopEngines(kubectl, running);
    }
    if (stoppedMs !== undefined && nowMs - stoppedMs > STOP_MS) return { view, exitCodes, reason };
    followed.show(
      `Cluster: ${formatDuration(Math.round((nowMs - startedMs) / 1000) * 1000)} of the load, ${running.length} of ${runners.length} runners running`,
    );
  }
  throw new Error('The views of a run do not end.');
}

/** The state every two seconds; a change of it is reported. A cluster may be silent for a moment. */
async function* views({
  kubectl,
  run,
  signal,
  say,
  show,
}: FollowedRun): AsyncGenerator<ClusterView> {
  let silentMs: number | undefined;
  let progress = '';
  while (true) {
    try {
      const view = await look(kubectl, run);
      silentMs = undefined;
      if (progressOf(view) !== progress) say(`Cluster: ${progressOf(view)}`);
      progress = progressOf(view);
      yield view;
    } catch (error) {
      if (!(error instanceof KubectlFailure) || error.kind !== 'unreachable') throw error;
      silentMs ??= performance.now();
      if (performance.now() - silentMs > SILENCE_MS) throw error;
      show('Cluster: no response, trying again');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) await sleep(LOOK_EVERY_MS / 4);
  }
}

/**
 * The exit codes of engines whose pods are kept: one that is not ready may have ended its load, and a file says so.
 * @param known those that are known
 */
async function exitCodesIn(
  kubectl: Kubectl,
  view: ClusterView,
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const exitCodes = new Map(known);
  const unready = runnersOf(view).filter(
    (pod) => pod.status.phase === 'Running' && !isReady(pod) && !known.has(pod.metadata.name),
  );
  await forEach(unready, async ({ metadata: { name } }) => {
    const file = `${RECORDINGS_FOLDER}/${EXIT_CODE_FILE}`;
    const text = await inPod(kubectl, name, `cat ${file} 2>/dev/null || true`);
    if (/^\d+\s*$/.test(text)) exitCodes.set(name, Number(text));
  });
  return exitCodes;
}

function isReady({ status }: Pod): boolean {
  return status.containerStatuses?.some(({ ready }) => ready === true) === true;
}

/** Ends the load of pods as Ctrl-C ends that of a local engine: the recordings are completed. */
async function stopEngines(kubectl: Kubectl, running: readonly Pod[]): Promise<void> {
  await forEach(running, async ({ metadata }) => {
    await inPod(kubectl, metadata.name, 'kill -INT 1');
  });
}

/** What a shell line prints in a pod; '' where the pod is gone meanwhile. */
async function inPod(kubectl: Kubectl, pod: string, line: string): Promise<string> {
  try {
    return await kubectl.text(['exec', pod, '-c', 'k6', '--', 'sh', '-c', line]);
  } catch (error) {
    if (error instanceof KubectlFailure) return '';
    throw error;
  }
}

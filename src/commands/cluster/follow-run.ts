import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../../input/setup-error.ts';
import type { ClusterRun } from '../../load/scenarios/cluster-objects.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import { type ClusterView, look, progressOf, runnersOf, wordsAbout } from './cluster-view.ts';
import { forEach, inShell, type Kubectl, KubectlFailure } from './kubectl.ts';

const LOOK_EVERY_MS = 2000;
/** A failure is looked at twice, because stage and pods are read one beside the other. */
const FAILED_MS = 1500;
/**
 * For a problem that the cluster names, which may pass, and where no pod is about to start: the operator asks the
 * runners again after up to 25 s.
 */
const STUCK_MS = 30_000;
/** For nodes and images that are on their way without a complaint. */
const STARTING_MS = 300_000;
/** A cluster that gives no view of the run for this long is given up. */
const SILENCE_MS = 60_000;
/** An engine that was stopped ends its requests and its recording within this. */
const STOP_MS = 90_000;

interface FollowedRun {
  readonly kubectl: Kubectl;
  readonly run: Pick<ClusterRun, 'name' | 'parallelism'>;
  /** ms; see `--start-limit`. */
  readonly startLimitMs: number | undefined;
  /** ms from the start of the load. */
  readonly loadLimitMs: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** A run whose runners have all ended. */
interface FollowedEnd {
  readonly view: ClusterView;
  /** `limit`: it was stopped, because the load took longer than it may. */
  readonly reason: 'ended' | 'interrupted' | 'limit';
}

/**
 * Waits until the load has started and ended, and says what changes. A load that is interrupted before it has
 * started has no end: undefined.
 * @throws SetupError with the words of the cluster when it does not start
 */
export async function followRun(followed: FollowedRun): Promise<FollowedEnd | undefined> {
  const { signal, startLimitMs } = followed;
  let last = { state: '', sinceMs: 0 };
  for await (const view of views(followed)) {
    if (signal.aborted) return undefined;
    // The starter has released the runners.
    const isReleased = view.pods.some(
      ({ role, phase }) => role === 'starter' && phase === 'Succeeded',
    );
    if (isReleased || OVER.has(view.stage)) return await untilEnded(followed);
    const nowMs = performance.now();
    const trouble = startTrouble(view);
    const state = `${progressOf(view)} ${trouble}`;
    if (state !== last.state) last = { state, sinceMs: nowMs };
    const patienceMs = startLimitMs ?? (trouble === undefined ? STARTING_MS : STUCK_MS);
    if (nowMs - last.sinceMs >= (trouble === 'failed' ? FAILED_MS : patienceMs)) {
      throw await notStarted(followed, view);
    }
  }
  return undefined;
}

const OVER: ReadonlySet<string> = new Set(['stopped', 'finished']);

/** What keeps a load from starting; undefined where pods are about to start and nothing complains. */
export function startTrouble({ stage, pods }: ClusterView): 'failed' | 'stuck' | undefined {
  const hasFailed = pods.some(({ phase, exitCode = 0 }) => phase === 'Failed' || exitCode > 0);
  if (stage === 'error' || hasFailed) return 'failed';
  const pending = pods.filter(({ phase }) => phase === 'Pending');
  const isStuck = pending.length === 0 || pending.some(({ words }) => words.length > 0);
  return isStuck ? 'stuck' : undefined;
}

/** The words of the cluster under one headline. */
async function notStarted({ kubectl, run }: FollowedRun, view: ClusterView): Promise<SetupError> {
  const words = await wordsAbout(kubectl, view);
  const silent =
    'The cluster gives no reason. The k6 operator must run, watch this namespace, and reach port 6565 of the pods: its log says more.';
  const head = `The load of TestRun ${run.name} does not start (${progressOf(view)}). Correct what the cluster names below, or wait longer with --start-limit:`;
  return new SetupError([head, ...(words.length === 0 ? [silent] : words)].join('\n  '));
}

async function untilEnded(followed: FollowedRun): Promise<FollowedEnd> {
  const { signal, kubectl, loadLimitMs, say } = followed;
  const startedMs = performance.now();
  let reason: FollowedEnd['reason'] = 'ended';
  let stoppedMs = Number.POSITIVE_INFINITY;
  say(`Cluster: the load has started; it is stopped after ${formatDuration(loadLimitMs)}`);
  for await (const view of views(followed)) {
    const running = runnersOf(view).filter(({ hasEnded }) => !hasEnded);
    const nowMs = performance.now();
    if (running.length === 0 || nowMs - stoppedMs > STOP_MS) return { view, reason };
    const isDue = signal.aborted || nowMs - startedMs > loadLimitMs;
    if (!isDue || reason !== 'ended') continue;
    reason = signal.aborted ? 'interrupted' : 'limit';
    stoppedMs = nowMs;
    // As Ctrl-C ends the load of a local engine: the recordings are completed.
    await forEach(running, ({ name }) => kubectl.textOrNone(inShell(name, 'kill -INT 1')));
  }
  throw new Error('The views of a run do not end.');
}

/** The state every two seconds; a change of it is reported. A cluster may be silent for a moment. */
async function* views({ kubectl, run, signal, say }: FollowedRun): AsyncGenerator<ClusterView> {
  const exitCodes = new Map<string, number>();
  let silentMs = Number.POSITIVE_INFINITY;
  let progress = '';
  while (true) {
    try {
      const view = await look(kubectl, run, exitCodes);
      silentMs = Number.POSITIVE_INFINITY;
      if (progressOf(view) !== progress) say(`Cluster: ${progressOf(view)}`);
      progress = progressOf(view);
      yield view;
    } catch (error) {
      if (!(error instanceof KubectlFailure)) throw error;
      const nowMs = performance.now();
      if (nowMs - silentMs > SILENCE_MS) throw error;
      silentMs = Math.min(silentMs, nowMs);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) await sleep(LOOK_EVERY_MS / 4);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../../input/setup-error.ts';
import { RECORDINGS_FOLDER } from '../../load/scenarios/cluster-objects.ts';
import { EXIT_CODE_FILE } from '../../load/scenarios/kept-runner.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import { type ClusterView, hasEnded, nameOf, type Pod, runnersOf } from './cluster-state.ts';
import { isReleased, startTrouble } from './cluster-trouble.ts';
import { forEach } from './for-each.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';
import { logOf, progressLine, type RunState } from './look-at-run.ts';
import { exitEnd } from './pod-end.ts';
import type { Trouble } from './pod-trouble.ts';

const LOOK_EVERY_MS = 2000;
/** Other states are looked at twice: stage and pods are read one beside the other. */
const CONFIRMED_MS = 1500;
/** For nodes and images that are on their way without a complaint. */
const START_LIMIT_MS = 300_000;
/** A cluster that does not respond for this long is given up. */
const SILENCE_MS = 60_000;
/** An engine that was stopped ends its requests and its recording within this. */
const STOP_MS = 90_000;

export interface FollowedRun {
  readonly kubectl: Kubectl;
  readonly state: RunState;
  /** Whether the pods wait after the load, and a file in them has the exit code of the engine. */
  readonly isKept: boolean;
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
export async function followRun(run: FollowedRun): Promise<FollowedEnd | undefined> {
  return (await isReleasedOnTime(run)) ? await untilEnded(run) : undefined;
}

/** @returns false when interrupted */
async function isReleasedOnTime(run: FollowedRun): Promise<boolean> {
  const { signal, startLimitMs } = run;
  let troubledMs: number | undefined;
  for await (const view of views(run)) {
    if (signal.aborted) return false;
    if (isReleased(view) || isOver(view)) return true;
    const trouble = startTrouble(view) ?? (await earlyEnd(run, view));
    if (trouble === undefined) troubledMs = undefined;
    else {
      const mayPass = trouble.patienceMs > 0;
      const patienceMs = mayPass ? (startLimitMs ?? trouble.patienceMs) : CONFIRMED_MS;
      if (troubledMs === undefined && mayPass) {
        run.say(`Cluster: waiting at most ${formatDuration(patienceMs)}. ${trouble.sentence}`);
      }
      troubledMs ??= performance.now();
      if (performance.now() - troubledMs >= patienceMs) throw new SetupError(trouble.sentence);
    }
    const limitMs = startLimitMs ?? START_LIMIT_MS;
    if (view.ageMs > limitMs && trouble === undefined) {
      throw new SetupError(
        `The load has not started within ${formatDuration(limitMs)} (${progressLine(view)}). Wait longer with --start-limit.`,
      );
    }
  }
  return false;
}

/** A kept pod runs on when its engine has ended before the load. */
async function earlyEnd(
  { kubectl, isKept }: FollowedRun,
  view: ClusterView,
): Promise<Trouble | undefined> {
  if (!isKept || view.stage !== 'created') return undefined;
  const exitCodes = await askForEnds(kubectl, runnersOf(view), new Map());
  const ended = runnersOf(view).find(({ metadata }) => exitCodes.has(metadata.name));
  if (ended === undefined) return undefined;
  const { name } = ended.metadata;
  const { what, remedy } = exitEnd(exitCodes.get(name), await logOf(kubectl, name));
  return {
    sentence: `The engine of ${nameOf(ended, view.name)} ${what}, before the load. ${remedy}`,
    patienceMs: 0,
  };
}

function isOver({ stage }: ClusterView): boolean {
  return stage === 'stopped' || stage === 'finished';
}

async function untilEnded(run: FollowedRun): Promise<FollowedEnd> {
  const { signal, kubectl, isKept, loadLimitMs } = run;
  const startedMs = performance.now();
  let exitCodes: ReadonlyMap<string, number> = new Map();
  let reason: FollowedEnd['reason'] = 'ended';
  let stoppedMs: number | undefined;
  run.say('Cluster: the load has started');
  for await (const view of views(run)) {
    const runners = runnersOf(view);
    if (isKept) exitCodes = await askForEnds(kubectl, runners, exitCodes);
    const running = runners.filter((pod) => !hasEnded(pod) && !exitCodes.has(pod.metadata.name));
    if (running.length === 0) return { view, exitCodes, reason };
    const nowMs = performance.now();
    if (stoppedMs === undefined && (signal.aborted || nowMs - startedMs > loadLimitMs)) {
      reason = signal.aborted ? 'interrupted' : 'limit';
      stoppedMs = nowMs;
      await stopEngines(kubectl, running);
    }
    if (stoppedMs !== undefined && nowMs - stoppedMs > STOP_MS) return { view, exitCodes, reason };
    run.show(
      `Cluster: ${formatDuration(Math.round((nowMs - startedMs) / 1000) * 1000)} of the load, ${running.length} of ${runners.length} runners running`,
    );
  }
  throw new Error('The views of a run do not end.');
}

/** The state every two seconds; a change of it is reported. A cluster may be silent for a moment. */
async function* views(run: FollowedRun): AsyncGenerator<ClusterView> {
  const { state, say } = run;
  let silentMs: number | undefined;
  while (true) {
    try {
      const view = await state.look();
      silentMs = undefined;
      const news = state.news(view);
      if (news !== undefined) say(news);
      yield view;
    } catch (error) {
      if (!(error instanceof KubectlFailure) || error.kind !== 'unreachable') throw error;
      silentMs ??= performance.now();
      if (performance.now() - silentMs > SILENCE_MS) throw error;
      run.show('Cluster: no response, trying again');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: run.signal }).catch(() => undefined);
    if (run.signal.aborted) await sleep(LOOK_EVERY_MS / 4);
  }
}

/**
 * A kept pod that is not ready may have ended its load: its file says so.
 * @param known the exit codes that are known
 */
async function askForEnds(
  kubectl: Kubectl,
  runners: readonly Pod[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const unready = runners.filter(
    (pod) => pod.status?.phase === 'Running' && !isReady(pod) && !known.has(pod.metadata.name),
  );
  const exitCodes = new Map(known);
  await forEach(unready, async ({ metadata: { name } }) => {
    const file = `${RECORDINGS_FOLDER}/${EXIT_CODE_FILE}`;
    const text = await inPod(kubectl, name, `cat ${file} 2>/dev/null || true`);
    if (/^\d+\s*$/.test(text)) exitCodes.set(name, Number(text));
  });
  return exitCodes;
}

function isReady({ status }: Pod): boolean {
  return status?.containerStatuses?.some(({ ready }) => ready === true) === true;
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

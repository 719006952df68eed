import type { ClusterEvent, ClusterView, Pod } from './cluster-view.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

/** States of a container that is about to start. */
const STARTING: readonly (string | undefined)[] = ['ContainerCreating', 'PodInitializing'];
const NOT_MOUNTED = ['FailedMount', 'FailedAttachVolume', 'FailedMapVolume'];
const LOG_LINES = 5;
const LOG_LIMIT_MS = 15_000;
/** Enough to see what is wrong: a run may have thousands of pods, and each has the same reason. */
const MOST_LINES = 8;

/**
 * How the start of a load has gone wrong; undefined where it has not, or nothing is known yet. A complaint may
 * pass: another node may come, a registry may answer again.
 */
export function startTrouble(view: ClusterView): 'failure' | 'complaint' | undefined {
  const { stage, pods, events, jobsWithoutPod } = view;
  if (stage === 'error' || pods.some(({ status }) => status.phase === 'Failed')) return 'failure';
  const isRefused = events.some(
    ({ reason, involvedObject }) =>
      reason === 'FailedCreate' && jobsWithoutPod.includes(involvedObject.name),
  );
  return isRefused || pods.some((pod) => complaintsOf(pod, events).length > 0)
    ? 'complaint'
    : undefined;
}

/** Why a pod does not start. */
function complaintsOf({ metadata, status }: Pod, events: readonly ClusterEvent[]): string[] {
  const { phase, conditions = [] } = status;
  const waiting = containersOf(status).flatMap(({ name, state }) => {
    const { reason, message } = state?.waiting ?? {};
    return state?.waiting === undefined || STARTING.includes(reason)
      ? []
      : [said(`container ${name}`, reason, message)];
  });
  const unscheduled = conditions
    .filter(({ type, status: is }) => type === 'PodScheduled' && is === 'False')
    .map(({ message }) => said('not scheduled', message));
  const isMounted = conditions.some(
    ({ type, status: is }) => type === 'PodReadyToStartContainers' && is === 'True',
  );
  const unmounted = events
    .filter(
      ({ reason, involvedObject }) =>
        NOT_MOUNTED.includes(reason) && involvedObject.name === metadata.name,
    )
    .map(({ reason, message }) => said(reason, message));
  const last = phase === 'Pending' && !isMounted ? unmounted.slice(-1) : [];
  return [...waiting, ...unscheduled, ...last];
}

/** How a pod has ended. */
function endsOf({ status }: Pod): string[] {
  const { phase, reason, message } = status;
  if (phase !== 'Failed') return [];
  const containers = containersOf(status).flatMap(({ name, state }) => {
    const ended = state?.terminated;
    return ended === undefined || ended.exitCode === 0
      ? []
      : [said(`container ${name}`, ended.reason, `exit code ${ended.exitCode}`, ended.message)];
  });
  return [...(reason === undefined ? [] : [said(reason, message)]), ...containers];
}

/** What the cluster says about a pod, with the last lines of one that failed; [] where nothing is wrong with it. */
export async function wordsAbout(
  kubectl: Kubectl,
  pod: Pod,
  events: readonly ClusterEvent[],
): Promise<readonly string[]> {
  const { name } = pod.metadata;
  const words = [...complaintsOf(pod, events), ...endsOf(pod)];
  const own = words.map((line) => `pod ${name}: ${line}`);
  if (pod.status.phase !== 'Failed') return own;
  const about = events.filter(({ involvedObject }) => involvedObject.name === name);
  return [...own, ...about.slice(-2).map(eventLine), ...(await lastLines(kubectl, name))];
}

/** What the cluster says about the pods and the Jobs of a run, a line each. */
export async function wordsAboutRun(
  kubectl: Kubectl,
  { pods, events }: Pick<ClusterView, 'pods' | 'events'>,
): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const pod of pods) {
    if (lines.size >= MOST_LINES) break;
    for (const line of await wordsAbout(kubectl, pod, events)) lines.add(line);
  }
  for (const event of events.toReversed()) {
    if (lines.size >= 2 * MOST_LINES) break;
    lines.add(eventLine(event));
  }
  return [...lines];
}

/** The end of what a pod has printed; nothing where it cannot be read. */
export async function lastLines(kubectl: Kubectl, pod: string): Promise<readonly string[]> {
  try {
    const log = await kubectl.text(['logs', pod, `--tail=${LOG_LINES}`, '--all-containers'], {
      limitMs: LOG_LIMIT_MS,
    });
    return log
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? [] : [`log of ${pod}: ${line}`]));
  } catch (error) {
    if (error instanceof KubectlFailure) return [];
    throw error;
  }
}

function eventLine({ reason, message, involvedObject: { kind, name } }: ClusterEvent): string {
  return said(`event ${reason}`, `${kind} ${name}`, message);
}

function containersOf({ initContainerStatuses = [], containerStatuses = [] }: Pod['status']) {
  return [...initContainerStatuses, ...containerStatuses];
}

function said(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
    .replace(/\s+/g, ' ');
}

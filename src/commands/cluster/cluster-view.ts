import { z } from 'zod';
import {
  type ClusterRun,
  EXIT_CODE,
  RECORDINGS_FOLDER,
} from '../../load/scenarios/cluster-objects.ts';
import { forEach, inShell, type Kubectl } from './kubectl.ts';

const Text = z.string().default('');
const Container = z.object({
  name: z.string(),
  ready: z.boolean().default(false),
  state: z
    .object({
      waiting: z.object({ reason: Text, message: Text }).optional(),
      terminated: z.object({ exitCode: z.int(), reason: Text, message: Text }).optional(),
    })
    .default({}),
});
const Pod = z.object({
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  status: z
    .object({
      phase: Text,
      reason: Text,
      message: Text,
      conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
      initContainerStatuses: z.array(Container).default([]),
      containerStatuses: z.array(Container).default([]),
    })
    .prefault({}),
});
const Event = z.object({
  reason: Text,
  message: Text,
  involvedObject: z.object({ kind: Text, name: Text }),
});
const TestRun = z.object({ status: z.object({ stage: Text }).prefault({}) });

/** A pod of a run, as far as its state matters here. */
interface ClusterPod {
  readonly name: string;
  /** What it does in the run, such as `initializer` or `starter`; a runner is counted from `1`. */
  readonly role: string;
  readonly phase: string;
  /** That of the first container that has ended, or of the engine of a pod that is kept after its load. */
  readonly exitCode: number | undefined;
  /** Whether it has done its work. */
  readonly hasEnded: boolean;
  /** Why it does not start, or how it failed, in the words of Kubernetes. */
  readonly words: readonly string[];
}

/** A run on the cluster at one moment. */
export interface ClusterView {
  /** '' until the operator has handled the TestRun. */
  readonly stage: string;
  readonly parallelism: number;
  readonly pods: readonly ClusterPod[];
  /** The warnings about its Jobs and pods, the newest last. */
  readonly events: readonly z.output<typeof Event>[];
}

/**
 * @param exitCodes of the engines in kept pods, by the name of the pod: those that are known, to which new ones are added
 * @throws KubectlFailure
 */
export async function look(
  kubectl: Kubectl,
  { name, parallelism }: Pick<ClusterRun, 'name' | 'parallelism'>,
  exitCodes: Map<string, number>,
): Promise<ClusterView> {
  const warnings = ['get', 'events', '--field-selector', 'type=Warning'];
  const [{ status }, { items }, { items: all }] = await Promise.all([
    kubectl.json(['get', 'testruns.k6.io', name], TestRun),
    kubectl.json(['get', 'pods', '-l', `k6_cr=${name}`], z.object({ items: z.array(Pod) })),
    kubectl.json(warnings, z.object({ items: z.array(Event) })),
  ]);
  const events = all.filter(({ involvedObject }) => involvedObject.name.startsWith(name));
  await forEach(
    items,
    async ({ metadata: { name: pod }, status: { phase, containerStatuses } }) => {
      // An engine that has ended its load no longer answers: its pod is not ready while it is kept.
      const mayBeKept = phase === 'Running' && !containerStatuses.some(({ ready }) => ready);
      if (!mayBeKept || exitCodes.has(pod)) return;
      const line = `cat ${RECORDINGS_FOLDER}/${pod}${EXIT_CODE} 2>/dev/null || true`;
      const code = await kubectl.textOrNone(inShell(pod, line));
      if (/^\d+\s*$/.test(code)) exitCodes.set(pod, Number(code));
    },
  );
  const pods = items.map((pod) => podOf(pod, events, name, exitCodes.get(pod.metadata.name)));
  return { stage: status.stage, parallelism, pods, events };
}

/** Reasons of a container that is about to start. */
const STARTING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function podOf(
  { metadata: { name, labels }, status }: z.output<typeof Pod>,
  events: ClusterView['events'],
  run: string,
  kept: number | undefined,
): ClusterPod {
  const { phase, reason, message, conditions } = status;
  const containers = [...status.initContainerStatuses, ...status.containerStatuses];
  const states = containers.flatMap(({ name: container, state: { waiting, terminated } }) => {
    const { exitCode = 0 } = terminated ?? {};
    const why = exitCode === 0 ? waiting : terminated;
    if (why === undefined || STARTING.has(why.reason)) return [];
    const code = exitCode === 0 ? '' : `exit code ${exitCode}`;
    return [said(`container ${container}`, why.reason, code, why.message)];
  });
  // Before the containers of a pod exist, only events say what keeps them from it.
  const isWithout =
    phase === 'Pending' &&
    !conditions.some(
      ({ type, status: is }) => type === 'PodReadyToStartContainers' && is === 'True',
    );
  const about = isWithout ? events.filter(({ involvedObject: { name: of } }) => of === name) : [];
  return {
    name,
    role: (labels['job-name'] ?? '').slice(run.length + 1),
    phase,
    exitCode: kept ?? containers.find(({ state }) => state.terminated)?.state.terminated?.exitCode,
    hasEnded: phase === 'Succeeded' || phase === 'Failed' || kept !== undefined,
    words: [
      ...(reason === '' ? [] : [said(reason, message)]),
      ...states,
      ...about.slice(-1).map((event) => said(event.reason, event.message)),
      ...(kept === undefined ? [] : [`its engine ended with exit code ${kept}`]),
    ],
  };
}

/** The pods that send the load. */
export function runnersOf({ pods }: Pick<ClusterView, 'pods'>): ClusterView['pods'] {
  return pods.filter(({ role }) => /^\d+$/.test(role));
}

/** A phrase about a run, which changes when something does. */
export function progressOf(view: ClusterView): string {
  const runners = runnersOf(view);
  const others = view.pods.filter((pod) => !runners.includes(pod) && !pod.hasEnded);
  const running = runners.filter(({ phase }) => phase === 'Running').length;
  const ended = runners.filter(({ hasEnded }) => hasEnded).length;
  return [
    `stage ${view.stage || 'not set yet'}`,
    ...others.map(({ role, phase }) => `${role} ${phase}`),
    ...(runners.length > 0 ? [`${running} of ${view.parallelism} runners running`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ].join(', ');
}

/** Enough to see what is wrong: a run may have thousands of pods, and each has the same reason. */
const MOST_LINES = 8;

/** What the cluster says about pods, a line each: their states, the last lines of those that failed, and events. */
export async function wordsAbout(
  kubectl: Kubectl,
  { pods, events }: Pick<ClusterView, 'pods' | 'events'>,
): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const { name, phase, exitCode = 0, words } of pods) {
    if (lines.size >= MOST_LINES) break;
    for (const line of words) lines.add(`pod ${name}: ${line}`);
    if (phase !== 'Failed' && exitCode === 0) continue;
    const logs = ['logs', name, '--tail=5', '--all-containers'];
    const log = await kubectl.text(logs).catch(() => '');
    for (const line of log.split('\n').filter((each) => each.trim() !== '')) {
      lines.add(`log of ${name}: ${line}`);
    }
  }
  for (const { reason, message, involvedObject } of events.slice(-MOST_LINES)) {
    lines.add(said(`event ${reason}`, `${involvedObject.kind} ${involvedObject.name}`, message));
  }
  return [...lines];
}

function said(...parts: readonly string[]): string {
  const present = parts.filter((part) => part !== '');
  return present.join(': ').replace(/\s+/g, ' ');
}

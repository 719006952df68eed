import { z } from 'zod';
import type { Kubectl } from './kubectl.ts';

const ContainerSchema = z.object({
  name: z.string(),
  ready: z.boolean().optional(),
  state: z
    .object({
      waiting: z.object({ reason: z.string().optional(), message: z.string().optional() }),
      running: z.object({}),
      terminated: z.object({
        exitCode: z.int(),
        reason: z.string().optional(),
        message: z.string().optional(),
      }),
    })
    .partial()
    .optional(),
});

const ConditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  message: z.string().optional(),
});

const PodSchema = z.object({
  kind: z.literal('Pod'),
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
  status: z
    .object({
      phase: z.string(),
      reason: z.string(),
      message: z.string(),
      conditions: z.array(ConditionSchema),
      initContainerStatuses: z.array(ContainerSchema),
      containerStatuses: z.array(ContainerSchema),
    })
    .partial()
    .default({}),
});

const JobSchema = z.object({
  kind: z.literal('Job'),
  metadata: z.object({ name: z.string() }),
  status: z.object({ active: z.int().optional(), succeeded: z.int().optional() }).default({}),
});

const WorkSchema = z.object({
  items: z.array(z.discriminatedUnion('kind', [PodSchema, JobSchema])),
});

const TestRunSchema = z.object({
  status: z.object({ stage: z.string().optional() }).optional(),
});

const EventsSchema = z.object({
  items: z.array(
    z.object({
      reason: z.string().default(''),
      message: z.string().default(''),
      involvedObject: z.object({ kind: z.string().default(''), name: z.string().default('') }),
    }),
  ),
});

/** A pod, as far as its state matters here. */
export type Pod = z.output<typeof PodSchema>;
/** A warning of the cluster about one of its objects. */
export type ClusterEvent = z.output<typeof EventsSchema>['items'][number];

/** A run on the cluster at one moment. */
export interface ClusterView {
  /** The name of the TestRun. */
  readonly name: string;
  readonly parallelism: number;
  /** Absent until the operator has handled the TestRun. */
  readonly stage: string | undefined;
  /** The names of the Jobs that have no pod and had none that succeeded. */
  readonly jobsWithoutPod: readonly string[];
  readonly pods: readonly Pod[];
  /** About these Jobs and pods, the newest last. */
  readonly events: readonly ClusterEvent[];
}

/** @throws KubectlFailure */
export async function look(
  kubectl: Kubectl,
  { name, parallelism }: Pick<ClusterView, 'name' | 'parallelism'>,
): Promise<ClusterView> {
  const [testRun, { items }, events] = await Promise.all([
    kubectl.json(['get', 'testruns.k6.io', name], TestRunSchema),
    kubectl.json(['get', 'jobs,pods', '-l', `k6_cr=${name}`], WorkSchema),
    warningsOf(kubectl, name),
  ]);
  return {
    name,
    parallelism,
    stage: testRun.status?.stage,
    jobsWithoutPod: items.flatMap((item) => {
      if (item.kind !== 'Job') return [];
      const { active = 0, succeeded = 0 } = item.status;
      return active + succeeded === 0 ? [item.metadata.name] : [];
    }),
    pods: items.filter((item) => item.kind === 'Pod'),
    events,
  };
}

/** @throws KubectlFailure */
export async function podNamed(kubectl: Kubectl, name: string): Promise<Pod> {
  return await kubectl.json(['get', 'pod', name], PodSchema);
}

/** The warnings about objects whose names begin like this. */
export async function warningsOf(kubectl: Kubectl, name: string): Promise<readonly ClusterEvent[]> {
  const words = ['get', 'events', '--field-selector', 'type=Warning'];
  const { items } = await kubectl.json(words, EventsSchema);
  return items.filter(({ involvedObject }) => involvedObject.name.startsWith(name));
}

/** What a pod does in a run. A runner is counted from 1. */
type Role = 'initializer' | 'starter' | number;

/** The part of a pod of the run; undefined for another pod. */
export function roleOf(pod: Pod, run: string): Role | undefined {
  const job = pod.metadata.labels?.['job-name'] ?? pod.metadata.name;
  const part = job.startsWith(`${run}-`) ? job.slice(run.length + 1) : '';
  if (part === 'initializer' || part === 'starter') return part;
  return /^[1-9]\d*$/.test(part) ? Number(part) : undefined;
}

/** The pods that send the load. */
export function runnersOf({ pods, name }: Pick<ClusterView, 'pods' | 'name'>): readonly Pod[] {
  return pods.filter((pod) => typeof roleOf(pod, name) === 'number');
}

/** Whether all containers of the pod have ended. */
export function hasEnded({ status }: Pod): boolean {
  return status.phase === 'Succeeded' || status.phase === 'Failed';
}

/** Whether the starter has released the runners. */
export function isReleased({ pods, name }: ClusterView): boolean {
  return pods.some((pod) => roleOf(pod, name) === 'starter' && pod.status.phase === 'Succeeded');
}

/** A phrase about a run, which changes when something does. */
export function progressOf(view: ClusterView): string {
  const runners = runnersOf(view);
  const running = runners.filter(({ status }) => status.phase === 'Running').length;
  const ended = runners.filter(hasEnded).length;
  const others = view.pods.flatMap((pod) => {
    const role = roleOf(pod, view.name);
    return typeof role !== 'string' || hasEnded(pod) ? [] : [`${role} ${pod.status.phase}`];
  });
  return [
    `stage ${view.stage ?? 'not set yet'}`,
    ...others,
    ...(runners.length > 0 ? [`${running} of ${view.parallelism} runners running`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ].join(', ');
}

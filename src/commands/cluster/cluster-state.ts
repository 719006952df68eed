import { z } from 'zod';

const StateSchema = z.object({
  waiting: z.object({ reason: z.string().optional(), message: z.string().optional() }).optional(),
  running: z.object({}).optional(),
  terminated: z
    .object({
      exitCode: z.int(),
      reason: z.string().optional(),
      message: z.string().optional(),
    })
    .optional(),
});

const ContainerSchema = z.object({
  name: z.string(),
  ready: z.boolean().optional(),
  image: z.string().optional(),
  state: StateSchema.optional(),
});

const ConditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
});

/** A pod, as far as its state matters here. */
export const PodSchema = z.object({
  kind: z.literal('Pod'),
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
  spec: z
    .object({ containers: z.array(z.object({ name: z.string(), image: z.string().optional() })) })
    .optional(),
  status: z
    .object({
      phase: z.string().optional(),
      reason: z.string().optional(),
      message: z.string().optional(),
      conditions: z.array(ConditionSchema).optional(),
      initContainerStatuses: z.array(ContainerSchema).optional(),
      containerStatuses: z.array(ContainerSchema).optional(),
    })
    .optional(),
});

export const JobSchema = z.object({
  kind: z.literal('Job'),
  metadata: z.object({ name: z.string() }),
  status: z
    .object({
      active: z.int().optional(),
      succeeded: z.int().optional(),
      failed: z.int().optional(),
    })
    .optional(),
});

/** The Jobs and pods of a run. */
export const WorkSchema = z.object({
  items: z.array(z.discriminatedUnion('kind', [PodSchema, JobSchema])),
});

export const TestRunSchema = z.object({
  status: z.object({ stage: z.string().optional() }).optional(),
});

/** Warnings of the cluster about its objects. */
export const EventsSchema = z.object({
  items: z.array(
    z.object({
      type: z.string().optional(),
      reason: z.string().optional(),
      message: z.string().optional(),
      involvedObject: z.object({ kind: z.string().optional(), name: z.string().optional() }),
    }),
  ),
});

export type Pod = z.output<typeof PodSchema>;
export type Job = z.output<typeof JobSchema>;
export type ClusterEvent = z.output<typeof EventsSchema>['items'][number];

/** A run on the cluster at one moment. */
export interface ClusterView {
  /** The name of the TestRun. */
  readonly name: string;
  readonly parallelism: number;
  /** Absent until the operator has handled the TestRun. */
  readonly stage: string | undefined;
  readonly jobs: readonly Job[];
  readonly pods: readonly Pod[];
  /** About these Jobs and pods, the newest last. */
  readonly events: readonly ClusterEvent[];
  /** The log of each pod that failed, by its name. */
  readonly logs: ReadonlyMap<string, string>;
  /** What the operator logged last about the run; read only where the run does not go on. */
  readonly complaint: string | undefined;
  /** ms since the TestRun was created. */
  readonly ageMs: number;
  /** ms since its stage or its pods last changed. */
  readonly unchangedMs: number;
}

/** What a pod does in a run. A runner is counted from 1. */
export type Role = 'initializer' | 'starter' | 'collector' | number;

/** The part of a pod of the run; undefined for another pod. */
export function roleOf(pod: Pod, run: string): Role | undefined {
  const job = pod.metadata.labels?.['job-name'] ?? pod.metadata.name;
  const part = job.startsWith(`${run}-`) ? job.slice(run.length + 1) : '';
  if (part === 'initializer' || part === 'starter' || part === 'collector') return part;
  return /^[1-9]\d*$/.test(part) ? Number(part) : undefined;
}

/** How users call it, such as "runner 2 (pod assay-1a2b3c4d-2-x7k2p)", or "the starter (pod …)". */
export function nameOf(pod: Pod, run: string): string {
  const role = roleOf(pod, run);
  return `${typeof role === 'number' ? `runner ${role}` : `the ${role}`} (pod ${pod.metadata.name})`;
}

/** The pods that send the load. */
export function runnersOf({ pods, name }: Pick<ClusterView, 'pods' | 'name'>): readonly Pod[] {
  return pods.filter((pod) => typeof roleOf(pod, name) === 'number');
}

/** Whether all containers of the pod have ended. */
export function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

import {
  type ClusterEvent,
  type ClusterView,
  EventsSchema,
  hasEnded,
  type Job,
  type Pod,
  roleOf,
  TestRunSchema,
  WorkSchema,
} from './cluster-state.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';
import { operatorComplaint } from './operator-log.ts';

/** Events are read less often: a namespace can have thousands. */
const EVENTS_EVERY = 3;
const LOG_LINES = 20;
/** A start that does not go on has a reason that the operator may know. */
const STUCK_MS = 15_000;
const LOG_LIMIT_MS = 15_000;

/** Reads the state of a run again and again. */
export class RunState {
  readonly #kubectl: Kubectl;
  readonly #name: string;
  readonly #parallelism: number;
  readonly #createdMs = performance.now();
  readonly #logs = new Map<string, string>();
  #events: readonly ClusterEvent[] = [];
  #looks = 0;
  #shape = '';
  #changedMs = performance.now();
  #line = '';

  constructor(kubectl: Kubectl, { name, parallelism }: Pick<ClusterView, 'name' | 'parallelism'>) {
    this.#kubectl = kubectl;
    this.#name = name;
    this.#parallelism = parallelism;
  }

  /** @throws KubectlFailure */
  async look(): Promise<ClusterView> {
    const [testRun, { items }] = await Promise.all([
      this.#kubectl.json(['get', 'testruns.k6.io', this.#name], TestRunSchema),
      this.#kubectl.json(['get', 'jobs,pods', '-l', `k6_cr=${this.#name}`], WorkSchema),
    ]);
    const pods = items.filter((item): item is Pod => item.kind === 'Pod');
    const jobs = items.filter((item): item is Job => item.kind === 'Job');
    const failed = pods.filter((pod) => pod.status?.phase === 'Failed');
    await this.#readEvents(failed);
    for (const pod of failed) await this.#readLog(pod);
    const stage = testRun.status?.stage;
    this.#noteChange(stage, pods);
    const nowMs = performance.now();
    const isStuck = stage === 'error' || nowMs - this.#changedMs > STUCK_MS;
    const complaint = isStuck ? await operatorComplaint(this.#kubectl, this.#name) : undefined;
    return {
      complaint,
      name: this.#name,
      parallelism: this.#parallelism,
      stage,
      jobs,
      pods,
      events: this.#events,
      logs: this.#logs,
      ageMs: nowMs - this.#createdMs,
      unchangedMs: nowMs - this.#changedMs,
    };
  }

  /** The line about this view; undefined where it was already shown. */
  news(view: ClusterView): string | undefined {
    const line = progressLine(view);
    if (line === this.#line) return undefined;
    this.#line = line;
    return line;
  }

  /** Reads them at once where a pod has failed, because they may have its reason. */
  async #readEvents(failed: readonly Pod[]): Promise<void> {
    const isNew = failed.some(({ metadata }) => !this.#logs.has(metadata.name));
    this.#looks += 1;
    if (!isNew && this.#looks % EVENTS_EVERY !== 0) return;
    try {
      const { items } = await this.#kubectl.json(
        ['get', 'events', '--field-selector', 'type=Warning'],
        EventsSchema,
      );
      this.#events = items.filter(({ involvedObject }) =>
        involvedObject.name?.startsWith(this.#name),
      );
    } catch (error) {
      // An account without this right sees the other states.
      if (!(error instanceof KubectlFailure)) throw error;
    }
  }

  async #readLog({ metadata: { name } }: Pod): Promise<void> {
    if (this.#logs.has(name)) return;
    this.#logs.set(name, await logOf(this.#kubectl, name));
  }

  #noteChange(stage: string | undefined, pods: readonly Pod[]): void {
    const shape = JSON.stringify([stage, pods.map(({ metadata, status }) => [metadata, status])]);
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#changedMs = performance.now();
  }
}

/** The end of what a pod has printed; '' where it cannot be read. */
export async function logOf(kubectl: Kubectl, pod: string): Promise<string> {
  try {
    return await kubectl.text(['logs', pod, `--tail=${LOG_LINES}`, '--all-containers'], {
      limitMs: LOG_LIMIT_MS,
    });
  } catch (error) {
    if (error instanceof KubectlFailure) return '';
    throw error;
  }
}

/** One line about a run, which changes when something does. */
export function progressLine({ stage, pods, name, parallelism }: ClusterView): string {
  const runners = pods.filter((pod) => typeof roleOf(pod, name) === 'number');
  const ended = runners.filter(hasEnded).length;
  const running = runners.filter(({ status }) => status?.phase === 'Running').length;
  const others = pods.flatMap((pod) => {
    const role = roleOf(pod, name);
    return typeof role === 'string' && !hasEnded(pod) ? [`${role} ${phaseOf(pod)}`] : [];
  });
  const parts = [
    `stage ${stage ?? 'not set yet'}`,
    ...others,
    ...(runners.length > 0 ? [`${running} of ${parallelism} runners running`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ];
  return `Cluster: ${parts.join(', ')}`;
}

function phaseOf({ status }: Pod): string {
  const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting !== undefined);
  const reason = waiting?.state?.waiting?.reason;
  return reason === undefined || reason === 'ContainerCreating' || reason === 'PodInitializing'
    ? (status?.phase ?? 'Pending').toLowerCase()
    : reason;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../../input/setup-error.ts';
import {
  type ClusterRun,
  POD_SECURITY,
  placementOf,
  RECORDINGS_CLAIM,
  RECORDINGS_FOLDER,
} from '../../load/scenarios/cluster-objects.ts';
import { mergePatch } from '../../load/scenarios/merge-patch.ts';
import { EventsSchema, PodSchema } from './cluster-state.ts';
import type { Kubectl } from './kubectl.ts';
import { podTrouble } from './pod-trouble.ts';

/** The container of the collector, as that of the runners. */
export const CONTAINER = 'k6';
const LOOK_EVERY_MS = 1000;
const START_LIMIT_MS = 45_000;
/** It ends when what started it has ended without cleaning up. */
const LIVES_S = 3600;

/** The name of the pod that reads the claim after the load. */
export function collectorName(run: string): string {
  return `${run}-collector`;
}

/** A pod that mounts the claim: nothing can be copied from a completed runner. */
function collectorPod({
  name,
  image,
  patch,
}: Pick<ClusterRun, 'name' | 'image' | 'patch'>): object {
  const { securityContext, containerSecurityContext } = POD_SECURITY;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: mergePatch({}, { ...patch.metadata, name: collectorName(name) }),
    spec: {
      ...placementOf(patch),
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      securityContext,
      containers: [
        {
          name: CONTAINER,
          image,
          command: ['sleep', String(LIVES_S)],
          securityContext: containerSecurityContext,
          volumeMounts: [{ name: 'recordings', mountPath: RECORDINGS_FOLDER }],
        },
      ],
      volumes: [{ name: 'recordings', persistentVolumeClaim: { claimName: RECORDINGS_CLAIM } }],
    },
  };
}

/**
 * Starts the collector.
 * @throws SetupError with the reason why it does not start
 */
export async function startCollector(
  kubectl: Kubectl,
  run: Pick<ClusterRun, 'name' | 'image' | 'patch'>,
): Promise<string> {
  const pod = collectorName(run.name);
  await kubectl.text(['create', '-f', '-'], { input: JSON.stringify(collectorPod(run)) });
  const startedMs = performance.now();
  while (true) {
    const state = await kubectl.json(['get', 'pod', pod], PodSchema);
    const statuses = state.status?.containerStatuses ?? [];
    if (statuses.some((status) => status.state?.running !== undefined)) return pod;
    const isLate = performance.now() - startedMs > START_LIMIT_MS;
    const { items: events } = isLate
      ? await kubectl.json(
          ['get', 'events', '--field-selector', `involvedObject.name=${pod}`],
          EventsSchema,
        )
      : { items: [] };
    const trouble = podTrouble(state, run.name, { events, log: undefined });
    if (trouble !== undefined && (isLate || trouble.patienceMs === 0))
      throw new SetupError(trouble.sentence);
    if (isLate) {
      throw new SetupError(
        `The collector (pod ${pod}) has not started within ${START_LIMIT_MS / 1000} s. Its events have the reason: ${kubectl.line('describe', 'pod', pod)}.`,
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
}

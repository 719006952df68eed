import { SetupError } from '../../input/setup-error.ts';
import {
  type ClusterRun,
  POD_SECURITY,
  placementOf,
  RECORDINGS_CLAIM,
  RECORDINGS_FOLDER,
} from '../../load/scenarios/cluster-objects.ts';
import { mergePatch } from '../../load/scenarios/merge-patch.ts';
import { podNamed, warningsOf } from './cluster-view.ts';
import { wordsAboutRun } from './cluster-words.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

/** The container of the collector, as that of the runners. */
export const CONTAINER = 'k6';
const START_LIMIT_S = 45;
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
 * @throws SetupError with what the cluster says about it when it does not start
 */
export async function startCollector(
  kubectl: Kubectl,
  run: Pick<ClusterRun, 'name' | 'image' | 'patch'>,
): Promise<string> {
  const name = collectorName(run.name);
  await kubectl.text(['create', '-f', '-'], { input: JSON.stringify(collectorPod(run)) });
  try {
    const ready = ['wait', '--for=condition=Ready', `pod/${name}`, `--timeout=${START_LIMIT_S}s`];
    await kubectl.text(ready, { limitMs: 2 * START_LIMIT_S * 1000 });
    return name;
  } catch (error) {
    if (!(error instanceof KubectlFailure) || error.kind !== 'other') throw error;
    const pods = [await podNamed(kubectl, name)];
    const words = await wordsAboutRun(kubectl, { pods, events: await warningsOf(kubectl, name) });
    throw new SetupError(
      [
        `The pod that copies the recordings has not started within ${START_LIMIT_S} s.`,
        ...words,
      ].join('\n  '),
      { cause: error },
    );
  }
}

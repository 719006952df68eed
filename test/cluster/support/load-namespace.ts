import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { apply, kubectl } from '../harness/cluster.ts';
import { VOLUME } from '../harness/places.ts';
import type { Keys } from './inside.ts';

export interface Prepared {
  readonly keys?: Keys;
  /** Where the claim for the recordings lies; none when absent. */
  readonly claim?: 'local' | 'node folder';
  /** A pod security standard that the namespace enforces. */
  readonly enforce?: 'restricted';
}

/**
 * Creates a namespace for loads, with what the documentation asks for in it. A local volume gets the
 * group that a pod asks for, as those of most storage drivers; a folder of the node does not.
 * @returns its name: a cluster that is used twice may still remove the last one
 */
export async function prepareNamespace(
  what: string,
  { keys, claim, enforce }: Prepared,
): Promise<string> {
  const name = `${what}-${randomBytes(2).toString('hex')}`;
  const labels = enforce && { labels: { 'pod-security.kubernetes.io/enforce': enforce } };
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...labels } });
  if (keys !== undefined) {
    await apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'assay-keys', namespace: name },
      stringData: keys,
    });
  }
  if (claim !== undefined) await makeClaim(name, claim);
  return name;
}

/** Removes a namespace with all that is in it, without waiting for it. */
export async function removeNamespace(name: string): Promise<void> {
  await kubectl('delete', 'namespace', name, '--wait=false');
  await kubectl('delete', 'persistentvolume', '--wait=false', '--ignore-not-found', volumeOf(name));
}

/** The objects that loads have left in a namespace, one a line. */
export async function leftIn(namespace: string): Promise<string> {
  const kinds = 'testruns.k6.io,configmaps,secrets,jobs.batch,pods,services';
  const names = await kubectl('-n', namespace, 'get', kinds, '-o', 'name');
  const made = names.split('\n').filter((line) => /\/assay-/.test(line));
  return made.filter((line) => line !== 'secret/assay-keys').join('\n');
}

async function makeClaim(namespace: string, kind: 'local' | 'node folder'): Promise<void> {
  const path = join(VOLUME, namespace);
  await mkdir(path);
  const storage = { storageClassName: '', accessModes: ['ReadWriteMany'] };
  const name = volumeOf(namespace);
  const capacity = { storage: '1Gi' };
  await apply(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        ...storage,
        capacity,
        ...(kind === 'local'
          ? { local: { path }, nodeAffinity: ON_THE_NODE }
          : { hostPath: { path } }),
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'assay-recordings', namespace },
      spec: { ...storage, volumeName: name, resources: { requests: capacity } },
    },
  );
  // Kubernetes binds it later, and sometimes only when it looks again after 15 s.
  const bound = '--for=jsonpath={.status.phase}=Bound';
  await kubectl('-n', namespace, 'wait', 'pvc/assay-recordings', bound, '--timeout=60s');
}

const volumeOf = (namespace: string) => `recordings-${namespace}`;

const ON_THE_NODE = {
  required: {
    nodeSelectorTerms: [
      { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node'] }] },
    ],
  },
};

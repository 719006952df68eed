/** The settings of a run on a cluster. */
export interface ClusterRun {
  /** The name of all objects, and the id of the run: a valid name in Kubernetes. */
  readonly name: string;
  /** The scenario with all its settings. */
  readonly script: string;
  /** Contains the engine as `k6` on its path. */
  readonly image: string;
  /** Pods, each with one segment of the schedule. */
  readonly parallelism: number;
}

/** A Secret with `ASSAY_API_KEY`, and `ASSAY_API_KEY_2` for a second tenant. */
export const KEYS_SECRET = 'assay-keys';
/** A volume that all pods can write to. */
const RECORDINGS_CLAIM = 'assay-recordings';
const FOLDER = '/recordings';
const SCRIPT_FILE = 'scenario.js';

/**
 * The objects that let the k6 operator run a load: a ConfigMap with the script, and the TestRun
 * (k6.io/v1alpha1). They contain no key. The script contains its settings, because the operator's
 * initializer reads it without the environment of the runners.
 */
export function clusterObjects({
  name,
  script,
  image,
  parallelism,
}: ClusterRun): readonly [configMap: object, testRun: object] {
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { [SCRIPT_FILE]: script },
  };
  const runner = {
    image,
    envFrom: [{ secretRef: { name: KEYS_SECRET } }],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'ASSAY_RECORD', value: `${FOLDER}/$(POD_NAME).rec` },
      { name: 'ASSAY_RUN_ID', value: name },
    ],
    volumes: [{ name: 'recordings', persistentVolumeClaim: { claimName: RECORDINGS_CLAIM } }],
    volumeMounts: [{ name: 'recordings', mountPath: FOLDER }],
  };
  const testRun = {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name },
    spec: {
      parallelism,
      script: { configMap: { name, file: SCRIPT_FILE } },
      arguments: '--no-usage-report --summary-mode disabled',
      initializer: { image },
      runner,
    },
  };
  return [configMap, testRun];
}

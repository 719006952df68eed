import { isJsonObject } from '../../answers/json.ts';

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
  /** Concurrent iterations, over all pods. */
  readonly inFlight: number;
  /** Whether the operator deletes the TestRun with its pods when it has finished. */
  readonly cleanup: boolean;
  /** The Secret whose members are variables of the runners; none where the target takes no key. */
  readonly secret: string | undefined;
  /** Where the recordings are: in a volume that all pods share, or in a folder of each pod. */
  readonly recordings: 'claim' | 'pod';
  /** Whether each pod waits after its load until the recordings were copied. */
  readonly isKept: boolean;
  readonly patch: ClusterPatch;
}

/** Changes to the objects. */
export interface ClusterPatch {
  /** For both objects. */
  readonly metadata?:
    | {
        readonly namespace?: string | undefined;
        readonly labels?: Readonly<Record<string, string>> | undefined;
        readonly annotations?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** For the TestRun: a JSON merge patch (RFC 7396). */
  readonly spec?: Readonly<Record<string, unknown>> | undefined;
}

/** A Secret with `ASSAY_API_KEY`, and `ASSAY_API_KEY_2` for a second tenant. */
export const KEYS_SECRET = 'assay-keys';
/** A Secret with these variables for the runners. */
export function keysSecret(name: string, variables: Readonly<Record<string, string>>): object {
  const metadata = { name };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData: variables };
}

/** A volume that all pods can write to. */
export const RECORDINGS_CLAIM = 'assay-recordings';
/** Where the pods find the volume of the recordings. */
export const RECORDINGS_FOLDER = '/recordings';
const SCRIPT_FILE = 'scenario.js';

/** The user and the group of the image (`engine/Dockerfile`): numbers, which Kubernetes can check. */
const USER = 12_345;

/** What pod security `restricted` demands; the group lets the user write to its volumes. */
const POD_SECURITY = {
  securityContext: {
    runAsNonRoot: true,
    runAsUser: USER,
    runAsGroup: USER,
    fsGroup: USER,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containerSecurityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  },
};

/** Where a runner may run, and how its image is pulled: the initializer and the starter need that as well. */
const PLACEMENT = ['imagePullSecrets', 'nodeSelector', 'tolerations'] as const;

/**
 * Far more patient than that of the operator (1 s, three times): a generator with too little CPU has to finish
 * and report that it did, not to be killed.
 */
const LIVENESS = {
  httpGet: { path: '/v1/status', port: 6565 },
  periodSeconds: 30,
  timeoutSeconds: 20,
  failureThreshold: 10,
};

const MIB_OF_AN_ENGINE = 256;
/** For a virtual user with an open stream, measured (`docs/evidence/large-loads.md`). */
const MIB_PER_REQUEST = 0.3;
const MIB_STEP = 128;

/**
 * The objects that let the k6 operator run a load: a ConfigMap with the script, and the TestRun
 * (k6.io/v1alpha1). They contain no key. The script contains its settings, because the operator's
 * initializer reads it without the environment of the runners.
 */
export function clusterObjects(run: ClusterRun): readonly [configMap: object, testRun: object] {
  const { name, script, image, parallelism, cleanup, isKept, patch } = run;
  const metadata = mergePatch({ name }, { ...patch.metadata, name });
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { [SCRIPT_FILE]: script, ...(isKept && KEEPER_FILE) },
  };
  const runner = runnerOf(run);
  const spec = {
    parallelism,
    script: { configMap: { name, file: SCRIPT_FILE } },
    arguments: '--no-usage-report --summary-mode disabled',
    ...(cleanup && { cleanup: 'post' }),
    initializer: { ...placementOf(patch), image, ...POD_SECURITY },
    starter: { ...placementOf(patch), ...POD_SECURITY },
    runner: isKept ? keptRunner(runner, name) : runner,
  };
  const testRun = {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata,
    spec: mergePatch(spec, patch.spec ?? {}),
  };
  return [configMap, testRun];
}

/** The placement of the runners, as patched. */
function placementOf({ spec }: ClusterPatch): Readonly<Record<string, unknown>> {
  const runner = spec?.runner;
  if (typeof runner !== 'object' || runner === null) return {};
  const names: readonly string[] = PLACEMENT;
  return Object.fromEntries(
    Object.entries(runner).filter(([name, value]) => names.includes(name) && value !== null),
  );
}

const VOLUMES: Readonly<Record<ClusterRun['recordings'], object>> = {
  claim: { persistentVolumeClaim: { claimName: RECORDINGS_CLAIM } },
  pod: { emptyDir: {} },
};

function runnerOf({ name, image, parallelism, inFlight, secret, recordings }: ClusterRun): Runner {
  const requests = Math.ceil(inFlight / parallelism);
  const memoryMib =
    MIB_STEP * Math.ceil((MIB_OF_AN_ENGINE + MIB_PER_REQUEST * requests) / MIB_STEP);
  return {
    image,
    ...POD_SECURITY,
    // No limit of CPU: a generator that is slowed down measures its own delay.
    resources: {
      requests: { cpu: '1', memory: `${memoryMib}Mi` },
      limits: { memory: `${2 * memoryMib}Mi` },
    },
    livenessProbe: LIVENESS,
    ...(secret !== undefined && { envFrom: [{ secretRef: { name: secret } }] }),
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'ASSAY_RECORD', value: `${RECORDINGS_FOLDER}/$(POD_NAME).rec` },
      { name: 'ASSAY_RUN_ID', value: name },
    ],
    volumes: [{ name: 'recordings', ...VOLUMES[recordings] }],
    volumeMounts: [{ name: 'recordings', mountPath: RECORDINGS_FOLDER }],
  };
}

/** The runner of a TestRun, as far as it is changed here. */
export interface Runner {
  readonly env: readonly object[];
  readonly volumes: readonly object[];
  readonly volumeMounts: readonly object[];
  readonly livenessProbe: object;
  readonly [member: string]: unknown;
}

/** What follows the name of a pod in the name of a file beside its recording: the exit code of its engine, once it has ended. */
export const EXIT_CODE = '.exit-code';
/** The same for a file that each copy touches, so that the pod is kept. */
export const WANTED = '.wanted';

const KEEPER = 'k6';
const FOLDER = '/assay';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** A pod that nothing copies from ends after this: what started it has ended without cleaning up. */
const KEPT_S = 900;

/**
 * Stands in front of the engine, under its name: the operator always starts `k6`. Nothing can
 * be copied from a pod that has completed, so it waits after the load. An engine that has recorded nothing ends the
 * pod. SIGINT stops the load only; SIGTERM, which the cluster sends to a pod that it removes, ends the pod. The engine
 * gets SIGTERM for both, because a shell makes its background jobs ignore SIGINT.
 */
const KEEPER_SCRIPT = `#!/bin/sh
PATH=\${PATH#*:}
base=\${ASSAY_RECORD%.rec}
code= removed=
trap 'kill -TERM "$engine" 2>/dev/null' INT
trap 'removed=1; if [ -n "$code" ]; then exit "$code"; fi; kill -TERM "$engine" 2>/dev/null' TERM
k6 "$@" &
engine=$!
while :; do
  wait "$engine"
  ended=$?
  kill -0 "$engine" 2>/dev/null || break
done
code=$ended
if [ -n "$removed" ] || ! [ -s "$ASSAY_RECORD" ]; then exit "$code"; fi
echo "$code" > "$base${EXIT_CODE}"
touch "$base${WANTED}"
echo "assay: the engine ended with exit code $code. The pod is kept until its recording is copied."
while [ $(($(date +%s) - $(date -r "$base${WANTED}" +%s))) -lt ${KEPT_S} ]; do
  sleep 1 &
  wait $!
done
exit "$code"
`;

/** The member of the ConfigMap that keeps the pods. */
export const KEEPER_FILE = { [KEEPER]: KEEPER_SCRIPT };

/** A runner that waits after the load until its recording was copied. */
function keptRunner(runner: Runner, configMap: string): Runner {
  const items = [{ key: KEEPER, path: KEEPER }];
  return {
    ...runner,
    env: [{ name: 'PATH', value: `${FOLDER}:${PATH}` }, ...runner.env],
    volumes: [
      ...runner.volumes,
      { name: 'keeper', configMap: { name: configMap, defaultMode: 0o555, items } },
    ],
    volumeMounts: [...runner.volumeMounts, { name: 'keeper', mountPath: FOLDER, readOnly: true }],
    // The engine no longer answers while the pod is kept.
    livenessProbe: { exec: { command: ['true'] }, periodSeconds: 60 },
    // It shows within seconds that an engine may have ended.
    readinessProbe: {
      httpGet: { path: '/v1/status', port: 6565 },
      periodSeconds: 2,
      timeoutSeconds: 10,
      failureThreshold: 1,
    },
  };
}

/** Applies a JSON merge patch (RFC 7396): `null` removes a member, and an array replaces the whole array. */
function mergePatch(target: object, patch: object): object {
  const result: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = isJsonObject(value) ? mergePatch(objectOf(result[name]), value) : value;
  }
  return result;
}

function objectOf(value: unknown): object {
  return isJsonObject(value) ? value : {};
}

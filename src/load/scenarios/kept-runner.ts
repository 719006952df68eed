/** The runner of a TestRun, as far as it is changed here. */
export interface Runner {
  readonly env: readonly object[];
  readonly volumes: readonly object[];
  readonly volumeMounts: readonly object[];
  readonly livenessProbe: object;
  readonly [member: string]: unknown;
}

/** A file of the folder of the recordings: the exit code of the engine, once it has ended. */
export const EXIT_CODE_FILE = 'exit-code';
/** A file of that folder: touched by each copy, so that the pod is kept. */
export const WANTED_FILE = 'wanted';

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
folder=$(dirname "$ASSAY_RECORD")
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
echo "$code" > "$folder/${EXIT_CODE_FILE}"
touch "$folder/${WANTED_FILE}"
echo "assay: the engine ended with exit code $code. The pod is kept until its recording is copied."
while [ $(($(date +%s) - $(date -r "$folder/${WANTED_FILE}" +%s))) -lt ${KEPT_S} ]; do
  sleep 1 &
  wait $!
done
exit "$code"
`;

/** The member of the ConfigMap that keeps the pods. */
export const KEEPER_FILE = { [KEEPER]: KEEPER_SCRIPT };

/** A runner that records to a folder of its pod, and waits after the load until it was copied. */
export function keptRunner(runner: Runner, configMap: string, folder: string): Runner {
  const items = [{ key: KEEPER, path: KEEPER }];
  return {
    ...runner,
    env: [{ name: 'PATH', value: `${FOLDER}:${PATH}` }, ...runner.env],
    volumes: [
      { name: 'recordings', emptyDir: {} },
      { name: 'keeper', configMap: { name: configMap, defaultMode: 0o555, items } },
    ],
    volumeMounts: [
      { name: 'recordings', mountPath: folder },
      { name: 'keeper', mountPath: FOLDER, readOnly: true },
    ],
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

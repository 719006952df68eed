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
export function keptRunner(runner: Runner, configMap: string): Runner {
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

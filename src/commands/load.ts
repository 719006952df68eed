import { loadOnCluster } from './cluster/load-on-cluster.ts';
import { emitClusterRun } from './emit/cluster-load.ts';
import { emitScript } from './emit/emit-script.ts';
import { command } from './options/command.ts';
import { AGAINST, CLUSTER, EMIT, LOAD, RECORDING } from './options/load-options.ts';
import {
  BASELINE,
  LIVE,
  RUN,
  SPENDING,
  TRACES,
  timeLimitOption,
  UPSTREAM,
  VERBOSE,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';
import { ONE_LOAD, refuseSharedOutput } from './run/run-load.ts';

export const load = command({
  name: 'load',
  summary: 'load the gateway and check every response',
  description:
    'Runs the workload (open model by default), measures every request, and checks it against all rules that can be decided from ordinary traffic.',
  options: [
    timeLimitOption(
      'stop the load after this time, such as 10m (default: its duration and graceful stop, and 1 min or three times the duration, whichever is more)',
    ),
    ...RUN,
    VERBOSE,
    LIVE,
    UPSTREAM,
    TRACES,
    ...SPENDING,
    ...LOAD,
    ...AGAINST,
    ...BASELINE,
    ...RECORDING,
    ...EMIT,
    ...CLUSTER,
  ],
  examples: [
    'assay load',
    'assay load --target http://127.0.0.1:8080/v1 --arrival-rate 50/s --duration 20s',
    'assay load --against reports/main/report.json --slo "chat stream ttft p95 <= 110% of baseline"',
    'assay load --scenario idempotent-retry --duration 1m --out reports/retries',
    'assay load --target http://127.0.0.1:8080/v1 --scenario chat --emit script > chat.js',
    'assay load --on-cluster --parallelism 4 --target http://gateway:8080/v1 --profile default',
  ],
  run(options) {
    refuseSharedOutput(options);
    if (options.onCluster === true) return loadOnCluster(options);
    if (options.emit === 'script') return emitScript(options);
    if (options.emit === 'k6-operator') return emitClusterRun(options);
    return assess('load', { conformance: false, measurement: ONE_LOAD }, options);
  },
});

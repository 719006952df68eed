import { Command } from 'commander';
import {
  type ClusterOptions,
  refuseIdleCluster,
  withClusterOptions,
} from './cluster/cluster-options.ts';
import { loadOnCluster } from './cluster/load-on-cluster.ts';
import { emitClusterRun } from './emit/emit-k6-operator.ts';
import { emitScript } from './emit/emit-script.ts';
import { type AgainstOptions, withAgainstOptions } from './options/against-options.ts';
import { type EmitOptions, refuseIdleEmit, withEmitOptions } from './options/emit-options.ts';
import { exampleText } from './options/example-text.ts';
import {
  type RecordingOptions,
  refuseIdle,
  refuseSharedOutput,
  withRecordingOptions,
} from './options/recording-options.ts';
import {
  type BaselineOptions,
  type LoadOptions,
  type RunOptions,
  type SpendingOptions,
  type TimeOptions,
  timeLimitOption,
  type UpstreamOptions,
  withBaselineOptions,
  withLoadOptions,
  withRunOptions,
  withSpendingOptions,
  withUpstreamOption,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';
import { LOAD } from './run/run-load.ts';

export const load = withClusterOptions(
  withEmitOptions(
    withRecordingOptions(
      withBaselineOptions(
        withAgainstOptions(
          withLoadOptions(
            withSpendingOptions(
              withUpstreamOption(
                withRunOptions(
                  new Command('load')
                    .summary('load the gateway and check every response')
                    .description(
                      'Runs the workload (open model by default), measures every request, and checks it against all rules that can be decided from ordinary traffic.',
                    )
                    .addOption(
                      timeLimitOption(
                        'stop the load after this time, such as 10m (default: its duration and graceful stop, and 1 min or three times the duration, whichever is more)',
                      ),
                    ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
)
  .addHelpText(
    'after',
    exampleText([
      'assay load',
      'assay load --target http://127.0.0.1:8080/v1 --arrival-rate 50/s --duration 20s',
      'assay load --against reports/main/report.json --slo "chat stream ttft p95 <= 110% of baseline"',
      'assay load --scenario idempotent-retry --duration 1m --out reports/retries',
      'assay load --target http://127.0.0.1:8080/v1 --scenario chat --emit script > chat.js',
      'assay load --on-cluster --parallelism 4 --target http://gateway:8080/v1 --profile default',
    ]),
  )
  .action(
    async (
      options: RunOptions &
        TimeOptions &
        LoadOptions &
        BaselineOptions &
        AgainstOptions &
        RecordingOptions &
        SpendingOptions &
        UpstreamOptions &
        EmitOptions &
        ClusterOptions,
    ) => {
      if (options.onCluster !== true) refuseIdle(options);
      refuseIdleEmit(options);
      refuseIdleCluster(options);
      refuseSharedOutput(options);
      if (options.onCluster === true) process.exitCode = await loadOnCluster(options);
      else if (options.emit === 'script') process.exitCode = await emitScript(options);
      else if (options.emit === 'k6-operator') process.exitCode = await emitClusterRun(options);
      else
        process.exitCode = await assess('load', { conformance: false, measurement: LOAD }, options);
    },
  );

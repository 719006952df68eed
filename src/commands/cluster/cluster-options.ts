import { type Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { count, positiveDuration } from '../options/option-values.ts';

/** A load that pods of a cluster run. */
export interface ClusterOptions {
  readonly onCluster?: true;
  readonly image?: string;
  readonly parallelism?: number;
  readonly namespace?: string;
  readonly patch?: string;
  /** ms. */
  readonly startLimit?: number;
}

/** Options of engines on this machine, without meaning for those of a cluster. */
const LOCAL = [
  'emit',
  'cleanup',
  'judge',
  'segments',
  'k6Out',
  'upstream',
  'against',
  'budget',
] as const;

/** Flags that need a cluster. */
const FOR_A_CLUSTER = ['image', 'parallelism', 'namespace', 'patch'] as const;

const LONGEST_NAME = 63;

export function withClusterOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--on-cluster',
        'run the load in pods of the current context of kubectl with the k6 operator, then collect, judge and clean up',
      ).conflicts([...LOCAL]),
    )
    .option(
      '--image <ref>',
      'image with the engine as its k6, for a cluster (default: assay-engine of the version of assay)',
    )
    .addOption(
      new Option(
        '--parallelism <n>',
        'pods of a cluster that share the load (default: 2)',
      ).argParser(count('--parallelism', 1, 10_000)),
    )
    .addOption(
      new Option(
        '--namespace <name>',
        'namespace of the cluster (default: that of --patch, or of the current context)',
      ).argParser(namespace),
    )
    .option(
      '--patch <file>',
      'YAML with metadata (namespace, labels, annotations) and spec of the TestRun, merged into the objects for a cluster',
    )
    .addOption(
      new Option(
        '--start-limit <time>',
        'with --on-cluster, how long to wait for nodes and images, such as 10m (default: up to 25s after the cluster reports a problem, 5m for pods that start without one)',
      ).argParser((text) => positiveDuration('--start-limit', text)),
    );
}

/** @throws UsageError for flags that have no effect without another */
export function refuseIdleCluster(
  options: ClusterOptions & { readonly emit?: string; readonly judgeWorkers?: number },
): void {
  if (options.onCluster === true) return;
  if (options.startLimit !== undefined) {
    throw new UsageError('--start-limit needs --on-cluster. Add it, or remove --start-limit.');
  }
  if (options.emit === 'k6-operator') return;
  const idle = FOR_A_CLUSTER.find((name) => options[name] !== undefined);
  if (idle === undefined) return;
  throw new UsageError(
    `--${idle} needs --on-cluster or --emit k6-operator. Add one of them, or remove --${idle}.`,
  );
}

function namespace(text: string): string {
  if (text.length <= LONGEST_NAME && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) return text;
  throw new UsageError(
    `--namespace needs a name in lower-case letters, digits and hyphens, at most ${LONGEST_NAME} characters; got ${JSON.stringify(text)}.`,
  );
}

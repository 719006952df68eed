import { type Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { count } from './option-values.ts';

/** A load that runs elsewhere. */
export interface EmitOptions {
  readonly emit?: 'script' | 'k6-operator';
  readonly image?: string;
  readonly parallelism?: number;
  readonly patch?: string;
  readonly cleanup?: boolean;
}

/** Options without effect where nothing is sent. */
const NOTHING_SENT = [
  'record',
  'judge',
  'judgeWorkers',
  'segments',
  'k6Out',
  'out',
  'format',
  'json',
];

/** Flags for the objects of a cluster only. */
const FOR_A_CLUSTER = ['image', 'parallelism', 'patch', 'cleanup'] as const;

export function withEmitOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--emit <what>',
        'send nothing and print the load as a script for the engine (k6 with k6/x/gateway), or as a TestRun of the k6 operator with its ConfigMap',
      )
        .choices(['script', 'k6-operator'])
        .conflicts([...NOTHING_SENT]),
    )
    .option(
      '--image <ref>',
      'image with the engine as its k6, for --emit k6-operator (default: assay-engine of the version of assay)',
    )
    .addOption(
      new Option(
        '--parallelism <n>',
        'pods that share the load, for --emit k6-operator (default: 2)',
      ).argParser(count('--parallelism', 1, 10_000)),
    )
    .option(
      '--patch <file>',
      'YAML with metadata (namespace, labels, annotations) and spec of the TestRun, merged into what --emit k6-operator prints',
    )
    .option(
      '--cleanup',
      'the operator deletes the TestRun and its pods when it has finished, for --emit k6-operator',
    );
}

/** @throws UsageError for flags that have no effect without another */
export function refuseIdleEmit(options: EmitOptions): void {
  if (options.emit === 'k6-operator') return;
  const idle = FOR_A_CLUSTER.find((name) => options[name] !== undefined);
  if (idle === undefined) return;
  throw new UsageError(`--${idle} needs --emit k6-operator. Add it, or remove --${idle}.`);
}

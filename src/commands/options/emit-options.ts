import { type Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';

/** A load that is printed. */
export interface EmitOptions {
  readonly emit?: 'script' | 'k6-operator';
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
      '--cleanup',
      'the operator deletes the TestRun and its pods when it has finished, for --emit k6-operator',
    );
}

/** @throws UsageError for a flag that has no effect without another */
export function refuseIdleEmit({ emit, cleanup }: EmitOptions): void {
  if (cleanup === undefined || emit === 'k6-operator') return;
  throw new UsageError('--cleanup needs --emit k6-operator. Add it, or remove --cleanup.');
}

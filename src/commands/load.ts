import { Command, Option } from 'commander';
import { assess } from './assess.ts';
import { emitScript } from './emit-script.ts';
import { exampleText } from './examples.ts';
import { type RecordingOptions, withRecordingOptions } from './recording-options.ts';
import {
  type LoadOptions,
  type RunOptions,
  withLoadOptions,
  withRunOptions,
} from './run-options.ts';

interface EmitOptions {
  readonly emit?: 'script';
}

export const load = withRecordingOptions(
  withLoadOptions(
    withRunOptions(
      new Command('load')
        .summary('load the gateway and judge every answer')
        .description(
          'Sends the workload, by an open model unless told otherwise, times every exchange, and lets every rule that ordinary traffic can settle judge it.',
        ),
    ),
  ),
)
  .addOption(
    new Option(
      '--emit <what>',
      'send nothing and print the load as a script for the engine (k6 with k6/x/gateway)',
    ).choices(['script']),
  )
  .addHelpText(
    'after',
    exampleText([
      'assay load',
      'assay load --target http://127.0.0.1:8080/v1 --arrival-rate 50/s --duration 20s',
      'assay load --scenario idempotent-retry --duration 1m --out reports/retries',
      'assay load --target http://127.0.0.1:8080/v1 --scenario chat --emit script > chat.js',
    ]),
  )
  .action(async (options: RunOptions & LoadOptions & RecordingOptions & EmitOptions) => {
    if (options.emit !== undefined) {
      process.exitCode = await emitScript(options);
      return;
    }
    process.exitCode = await assess('load', { conformance: false, load: true }, options);
  });

import { Command } from 'commander';
import { exampleText } from './options/example-text.ts';
import {
  type BaselineOptions,
  type ConformOptions,
  type RunOptions,
  type SpendingOptions,
  type UpstreamOptions,
  withBaselineOptions,
  withConformOptions,
  withRunOptions,
  withSpendingOptions,
  withUpstreamOption,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';

export const conform = withBaselineOptions(
  withConformOptions(
    withSpendingOptions(
      withUpstreamOption(
        withRunOptions(
          new Command('conform')
            .summary('check conformance only')
            .description(
              'Sends the probes of every rule and reports which rules the gateway keeps.',
            ),
        ),
      ),
    ),
  ),
)
  .addHelpText(
    'after',
    exampleText([
      'assay conform',
      'assay conform --target http://127.0.0.1:8080/v1 --area idempotency',
      'assay conform --upstream 127.0.0.1:9000 --target http://127.0.0.1:8080/v1 --area relay',
      'assay conform --rule chat-stream-done-once-last --json',
    ]),
  )
  .action(
    async (
      options: RunOptions & ConformOptions & BaselineOptions & SpendingOptions & UpstreamOptions,
    ) => {
      process.exitCode = await assess('conform', { conformance: true }, options);
    },
  );

import { Command } from 'commander';
import { type AgainstOptions, withAgainstOptions } from './options/against-options.ts';
import { exampleText } from './options/example-text.ts';
import {
  type BaselineOptions,
  type ConformOptions,
  type LoadOptions,
  type RunOptions,
  type SpendingOptions,
  type UpstreamOptions,
  withBaselineOptions,
  withConformOptions,
  withLoadOptions,
  withRunOptions,
  withSpendingOptions,
  withUpstreamOption,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';
import { LOAD } from './run/run-load.ts';

export const gate = withAgainstOptions(
  withLoadOptions(
    withBaselineOptions(
      withConformOptions(
        withSpendingOptions(
          withUpstreamOption(
            withRunOptions(
              new Command('gate')
                .summary('check a build: conformance, then load, in one report')
                .description(
                  'Checks a build of a gateway before it is deployed: first conformance, then the workload of the configuration. Gives one report and one exit code.',
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
      'assay gate',
      'assay gate --target http://127.0.0.1:8080/v1 --config assay.yaml --out reports/gate',
      'assay gate --target container --arrival-rate 50/s --duration 1m',
      'assay gate --upstream 127.0.0.1:0',
      'assay gate --target http://127.0.0.1:8080/v1 --against reports/main/report.json',
    ]),
  )
  .action(
    async (
      options: RunOptions &
        ConformOptions &
        BaselineOptions &
        LoadOptions &
        AgainstOptions &
        SpendingOptions &
        UpstreamOptions,
    ) => {
      process.exitCode = await assess('gate', { conformance: true, measurement: LOAD }, options);
    },
  );

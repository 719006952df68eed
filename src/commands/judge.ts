import { Command, Option } from 'commander';
import { exampleText } from './options/example-text.ts';
import { type JudgeOptions, withJudgeWorkers } from './options/recording-options.ts';
import { withBaselineOptions, withReportOptions } from './options/run-options.ts';
import { judgeFiles } from './run/run-judge.ts';

export const judge = withJudgeWorkers(
  withBaselineOptions(
    withReportOptions(
      new Command('judge')
        .summary('judge recordings of one load and merge them into one report')
        .description(
          'Reads recordings of "assay load --record" or of the engine, checks them against the rules again, and merges them into one report: counts are added, and percentiles are those of one engine. Without --profile and --config the settings of the recorded run apply.',
        )
        .argument('<recording...>', 'recordings of one run'),
    ),
  ),
)
  .addOption(
    new Option(
      '--rule-set <number>',
      'report later rules without effect on the outcome (default: the newest set)',
    ),
  )
  .addHelpText(
    'after',
    exampleText([
      'assay judge run.rec',
      'assay judge run-1.rec run-2.rec --out reports/merged',
      'assay judge run.rec --profile strict.yaml --config assay.yaml',
    ]),
  )
  .action(async (recordings: readonly string[], options: JudgeOptions) => {
    process.exitCode = await judgeFiles(recordings, options);
  });

import { Command, Option } from 'commander';
import { exampleText } from './options/example-text.ts';
import { type JudgeOptions, withJudgeWorkers } from './options/recording-options.ts';
import { withBaselineOptions, withReportOptions } from './options/run-options.ts';
import { judgeFiles } from './run/run-judge.ts';

export const judge = withJudgeWorkers(
  withBaselineOptions(
    withReportOptions(
      new Command('judge')
        .summary('judge recordings of a load, merged into one report')
        .description(
          'Reads what "assay load --record" or the engine by itself has written, lets the rules judge it again, and merges all recordings into one report: counts add, and percentiles are those of one engine. Without --profile and --config it is judged as it was when it ran.',
        )
        .argument('<recording...>', 'recordings of one run'),
    ),
  ),
)
  .addOption(
    new Option('--rule-set <number>', 'later rules are only noted (default: the newest set)'),
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

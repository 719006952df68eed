import { Command, Option } from 'commander';
import { exampleText } from './options/example-text.ts';
import { type JudgeOptions, withJudgeWorkers } from './options/recording-options.ts';
import { withBaselineOptions, withReportOptions } from './options/run-options.ts';
import { judgeFiles } from './run/run-judge.ts';
import { isHar, judgeHarFile } from './traffic/run-har.ts';

export const judge = withJudgeWorkers(
  withBaselineOptions(
    withReportOptions(
      new Command('judge')
        .summary('judge recordings of one load, or a HAR file')
        .description(
          'Reads recordings of "assay load --record" or of the engine, checks them against the rules again, and merges them into one report: counts are added, and percentiles are those of one engine. Without --profile and --config the settings of the recorded run apply. Reads the traffic of any client from a HAR file too.',
        )
        .argument('<recording...>', 'recordings of one run, or one HAR file (*.har)'),
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
      'assay judge traffic.har',
    ]),
  )
  .action(async (recordings: readonly string[], options: JudgeOptions) => {
    const [first = ''] = recordings;
    const isTraffic = recordings.length === 1 && isHar(first);
    process.exitCode = isTraffic
      ? await judgeHarFile(first, options)
      : await judgeFiles(recordings, options);
  });

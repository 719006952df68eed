import { Command } from 'commander';
import { sheetJson, sheetPage } from '../report/sheet/renderings.ts';
import { sheetText } from '../report/sheet/text.ts';
import { writeReports } from '../report/write.ts';
import { describeTarget } from './describe-target.ts';
import { exampleText } from './examples.ts';
import { EXIT } from './exit-codes.ts';
import { isColourful, runFolder } from './output.ts';
import {
  type TargetOptions,
  type TimeOptions,
  withTargetOptions,
  withTimeLimit,
} from './run-options.ts';

export const describe = withTimeLimit(
  withTargetOptions(
    new Command('describe')
      .summary('say what the gateway does where the interface is silent')
      .description(
        'Asks a gateway about each point that the interface leaves open, and writes what it showed. Nothing is judged.',
      ),
  ),
)
  .addHelpText(
    'after',
    exampleText([
      'assay describe',
      'assay describe --target http://127.0.0.1:8080/v1 --out reports/ours',
      'assay describe --json',
    ]),
  )
  .action(async (options: TargetOptions & TimeOptions) => {
    process.exitCode = await run(options);
  });

async function run(options: TargetOptions & TimeOptions): Promise<number> {
  const sheet = await describeTarget(options, process.env);
  if (sheet === undefined) return EXIT.interrupted;
  const folder = options.out ?? runFolder({ startedAt: sheet.startedAt, command: 'describe' });
  await writeReports(sheet, folder, [sheetJson, sheetPage]);
  process.stdout.write(
    options.json
      ? sheetJson.render(sheet)
      : `${sheetText(sheet, isColourful())}\nReports: ${folder}\n`,
  );
  return sheet.exitCode;
}

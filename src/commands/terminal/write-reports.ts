import * as formats from '../../report/formats/index.ts';
import { textFormat } from '../../report/formats/text.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { writeReports } from '../../report/write.ts';
import type { ReportOptions } from '../options/run-options.ts';
import { isColourful, runFolder, stdout } from './output.ts';
import { withoutSecrets } from './secrets.ts';

/** Written unless the user names others. */
const FILES = Object.entries(formats).flatMap(([name, { onRequest }]) => (onRequest ? [] : [name]));

/**
 * Writes the report in the selected formats and prints it.
 * @throws UsageError when the folder cannot be written
 */
export async function deliver(assembled: RunReport, options: ReportOptions): Promise<void> {
  const report = withoutSecrets(assembled);
  const folder = options.out ?? runFolder(report);
  const names = options.format ?? FILES;
  const wanted = Object.entries(formats).filter(([name]) => names.includes(name));
  await writeReports(
    report,
    folder,
    wanted.map(([, format]) => format),
  );
  stdout().write(
    options.json
      ? formats.json.render(report)
      : `${textFormat({ colour: isColourful() }).render(report)}\nReports: ${folder}\n`,
  );
}

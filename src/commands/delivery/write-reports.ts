import { annotationsOf } from '../../report/annotations.ts';
import * as formats from '../../report/formats/index.ts';
import { textFormat } from '../../report/formats/text.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import type { ReportOptions } from '../options/run-options.ts';
import { pageOfStdout, runFolder } from '../terminal/output.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import { deliverFiles } from './deliver.ts';

/** Written unless the user names others. */
const FILES = Object.entries(formats).flatMap(([name, { onRequest }]) => (onRequest ? [] : [name]));

/**
 * Prints the report and writes it in the selected formats.
 * @returns the exit code
 */
export async function deliver(assembled: RunReport, options: ReportOptions): Promise<number> {
  const report = withoutSecrets(assembled);
  const names = options.format ?? FILES;
  const wanted = Object.entries(formats).filter(([name]) => names.includes(name));
  const { json } = options;
  return await deliverFiles({
    result: report,
    printed: (json ? formats.json : textFormat(pageOfStdout())).render(report),
    json,
    folder: options.out ?? runFolder(report),
    files: wanted.map(([, format]) => format),
    ...(options.annotations !== false && {
      github: () => ({
        annotations: annotationsOf(report),
        summary: formats.markdown.render(report),
      }),
    }),
  });
}

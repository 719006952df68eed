import { annotationsOf } from '../../report/annotations.ts';
import * as formats from '../../report/formats/index.ts';
import { textFormat } from '../../report/formats/text.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { type Rendering, writeReports } from '../../report/write.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { ReportOptions } from '../options/run-options.ts';
import { failureMessage } from '../terminal/failure-message.ts';
import {
  complain,
  isGithubStep,
  jsonWithoutCommands,
  pageOfStdout,
  runFolder,
  stdout,
} from '../terminal/output.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import { type GithubReport, reportToGithub } from './github-actions.ts';

/** A result with the ways to show it. */
interface Delivery<T> {
  readonly result: T;
  /** The result for the terminal: its text, or JSON. */
  readonly printed: string;
  readonly json: boolean | undefined;
  readonly folder: string;
  readonly files: readonly Rendering<T>[];
  /** For a step of GitHub Actions; absent where it is not to show the result. */
  readonly github?: (() => GithubReport) | undefined;
}

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Prints a result, then writes its files: a full disk must not take the verdict away.
 * @returns the exit code of the result; 3 when files are missing, unless it is 1 or 130
 */
export async function deliverFiles<T extends { readonly exitCode: ExitCode }>({
  result,
  printed,
  json,
  folder,
  files,
  github,
}: Delivery<T>): Promise<ExitCode> {
  stdout().write(json ? jsonWithoutCommands(printed) : `${printed}\n`);
  const { exitCode } = result;
  if (github !== undefined && isGithubStep(process.env)) {
    await reportToGithub(github(), process.env);
  }
  try {
    await writeReports(result, folder, files);
  } catch (error) {
    complain(
      `${failureMessage(error)} The result above is complete; its exit code is ${exitCode}.`,
    );
    return WITHOUT_FILES.has(exitCode) ? exitCode : EXIT.usage;
  }
  if (!json) stdout().write(`Reports: ${folder}\n`);
  return exitCode;
}

/** Exit codes that say more than a missing file. */
const WITHOUT_FILES: ReadonlySet<ExitCode> = new Set([EXIT.fails, EXIT.interrupted]);

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

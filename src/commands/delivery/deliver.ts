import { type Annotation, annotationsOf } from '../../report/annotations.ts';
import * as formats from '../../report/formats/index.ts';
import { wholeLine } from '../../report/formats/text/summary-lines.ts';
import type { TextPage } from '../../report/formats/text/text-page.ts';
import { terminalText } from '../../report/formats/text.ts';
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
  writePath,
} from '../terminal/output.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import { reportToGithub } from './github-actions.ts';
import { pointToLatest } from './latest-run.ts';

/** The ways to show a result. */
export interface Forms<T> {
  /** The result for the terminal. */
  text(result: T, page: TextPage): string;
  /** The files of which the user may name some. */
  readonly formats: Readonly<
    Record<string, Rendering<T>> & Record<'json' | 'markdown', Rendering<T>>
  >;
}

/** A result with the ways to show it. */
interface Delivery<T> extends Forms<T> {
  readonly result: T;
  /** For the name of the default folder: when the run started, and its command. */
  readonly run: { readonly startedAt: string; readonly command: string };
  /** For a step of GitHub Actions, which gets the Markdown too; absent where it gets neither. */
  annotationsOf?(result: T): readonly Annotation[];
}

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Prints a result without secrets, then writes its files: a full disk must not take the verdict away.
 * @returns the exit code of the result; 3 when files are missing, unless it is 1 or 130
 */
export async function deliverFiles<T extends { readonly exitCode: ExitCode }>(
  delivery: Delivery<T>,
  { json, out, annotations, format }: Omit<ReportOptions, 'label'>,
): Promise<ExitCode> {
  const result = withoutSecrets(delivery.result);
  const folder = out ?? runFolder(delivery.run);
  stdout().write(
    json
      ? jsonWithoutCommands(delivery.formats.json.render(result))
      : delivery.text(result, pageOfStdout()),
  );
  const { exitCode } = result;
  if (annotations !== false && delivery.annotationsOf && isGithubStep(process.env)) {
    const summary = delivery.formats.markdown.render(result);
    await reportToGithub(delivery.annotationsOf(result), summary, process.env);
  }
  const files = wantedFiles(delivery.formats, format);
  let written: readonly string[];
  try {
    written = await writeReports(result, folder, files);
  } catch (error) {
    complain(
      `${failureMessage(error)} The result above is complete; its exit code is ${exitCode}.`,
    );
    return WITHOUT_FILES.has(exitCode) ? exitCode : EXIT.usage;
  }
  if (out === undefined) await pointToLatest(folder);
  if (!json) sayWritten(written, folder);
  return exitCode;
}

/** @param names the formats that the user chose */
export function wantedFiles<T>(
  known: Forms<T>['formats'],
  names: readonly string[] | undefined,
): readonly Rendering<T>[] {
  return Object.entries(known).flatMap(([name, file]) => {
    const isWanted = names === undefined ? file.onRequest !== true : names.includes(name);
    return isWanted ? [file] : [];
  });
}

/** Names the file that people read, or the folder where there is none. */
export function sayWritten(written: readonly string[], folder: string): void {
  const [shown = folder] = ['.html', '.md', ''].flatMap((end) =>
    written.filter((file) => file.endsWith(end)),
  );
  writePath(wholeLine('report', ''), shown);
}

/** Exit codes that say more than a missing file. */
const WITHOUT_FILES: ReadonlySet<ExitCode> = new Set([EXIT.fails, EXIT.interrupted]);

/**
 * Prints the report and writes it in the selected formats.
 * @returns the exit code
 */
export async function deliver(
  result: RunReport,
  { verbose, ...options }: ReportOptions & { readonly verbose?: true },
): Promise<number> {
  const delivery = { result, run: result, ...runForms(verbose === true), annotationsOf };
  return await deliverFiles(delivery, options);
}

/** @param isVerbose whether the terminal shows the tables and every finding */
export function runForms(isVerbose: boolean): Forms<RunReport> {
  return { text: (report, page) => terminalText(report, page, isVerbose), formats };
}

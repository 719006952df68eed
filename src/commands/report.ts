import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { UsageError } from '../input/usage-error.ts';
import { parseRecordedResult, type RecordedResult } from '../report/comparison/recorded-run.ts';
import { comparisonDocument } from '../report/document/comparison-document.ts';
import type { ReportDocument } from '../report/document/document.ts';
import { runDocument } from '../report/document/run-document.ts';
import { sheetDocument } from '../report/document/sheet-document.ts';
import { COMPARISON, SHEET } from '../report/files.ts';
import * as formats from '../report/formats/index.ts';
import { escapeMarkdown } from '../report/formats/markdown/spans.ts';
import { documentComment } from '../report/formats/markdown.ts';
import { suggestedObjectives } from '../report/performance/suggested-objectives.ts';
import { writeReports } from '../report/write.ts';
import { readRecordedJson, readRecordedRun } from './configuration/baseline-file.ts';
import { type Forms, runForms, sayWritten, wantedFiles } from './delivery/deliver.ts';
import { annotateStep } from './delivery/github-actions.ts';
import { postComment, reviewOf } from './delivery/review-comment.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { type OptionsOf, option } from './options/option.ts';
import { formatOption, VERBOSE } from './options/run-options.ts';
import { filesOfRun, NAME_A_RUN } from './recorded/files-of-run.ts';
import { failureMessage } from './terminal/failure-message.ts';
import { complain, isGithubStep, pageOfStdout, stdout } from './terminal/output.ts';
import { knowSecrets, withoutSecrets } from './terminal/secrets.ts';

const OPTIONS = [
  option('--out <dir>', 'folder for the reports (default: the folder of the run)'),
  formatOption(Object.keys(formats)),
  VERBOSE,
  option(
    '--suggest-objectives',
    'write nothing, and print latency objectives that the run met with 20 % room, as YAML for the configuration',
    { conflicts: ['out', 'format', 'verbose'] },
  ),
  option(
    '--comment <name>',
    'write nothing, and post the result as a comment of the pull or merge request of this CI job; a later comment of this name takes its place',
    { conflicts: ['out', 'format', 'verbose', 'suggestObjectives'] },
  ),
] as const;

type RenderOptions = OptionsOf<typeof OPTIONS>;

const RESULTS = ['report.json', 'behaviour.json', 'compare.json'];

export const report = command({
  name: 'report',
  summary: 'write the reports of an earlier run again, in any format',
  description:
    'Reads the report.json, behaviour.json or compare.json of an earlier run, and writes its reports again with this version of Assay. Nothing is sent to a gateway, and the file that it reads stays as it is. The exit code is that of the writing, not that of the run.',
  operands: [
    {
      name: '[run]',
      summary:
        'the folder of a run, or one of these files; the newest run in reports/runs when absent',
    },
  ],
  options: OPTIONS,
  examples: [
    'assay report',
    'assay report reports/gate --format junit --format sarif',
    'assay report downloaded/report.json --out reports/downloaded',
    'assay report --suggest-objectives',
    'assay report assay-report --comment "$CI_JOB_NAME"',
  ],
  run: async (options, [run]) => {
    if (options.suggestObjectives === true) return await suggest(run);
    if (options.comment !== undefined) return await comment(options.comment, run);
    const files = await filesOfRun(run, RESULTS);
    // Mistakes are reported before anything is written.
    const renderings = await Promise.all(files.map((file) => renderingOf(file, options)));
    for (const render of renderings) await render();
    return EXIT.holds;
  },
});

/** @throws UsageError for a run without a latency that could have an objective */
async function suggest(run: string | undefined): Promise<number> {
  const [file = ''] = await filesOfRun(run, ['report.json']);
  const { report: measured } = await readRecordedRun(file, NAME_A_RUN);
  const suggested = measured === undefined ? [] : suggestedObjectives(measured);
  if (measured === undefined || suggested.length === 0) {
    throw new UsageError(
      `${file} suggests no objective: it has no p95 of a load that is without one. Load for longer, or see its slo.`,
    );
  }
  const slo = [...measured.slo.map(({ objective }) => objective), ...suggested];
  const place = measured.configuration?.file ?? 'assay.yaml';
  const head = `# For ${place}: the objectives of the run, and its p95 plus 20 %.`;
  stdout().write(`${head}\n${stringify({ slo })}`);
  return EXIT.holds;
}

/** What keeps the comment from being written is a warning: the result is what the job is for. */
async function comment(name: string, run: string | undefined): Promise<number> {
  const review = await reviewOf(process.env);
  if (review === undefined) {
    stdout().write('No comment: this job belongs to no pull or merge request.\n');
    return EXIT.holds;
  }
  knowSecrets([{ name: 'token of the comment', value: review.token }]);
  try {
    const last = `[Log and reports](${review.log}) of ${escapeMarkdown(name)}`;
    const isUpdate = await postComment(review, name, await commentText(run, last));
    stdout().write(`${isUpdate ? 'Updated' : 'Added'} the comment in ${review.name}.\n`);
  } catch (error) {
    const message = `No comment in ${review.name}. ${failureMessage(error)}`;
    complain(message);
    if (isGithubStep(process.env)) annotateStep('warning', 'Assay wrote no comment', message);
  }
  return EXIT.holds;
}

/** A run that ended without a report takes the place of an earlier one that passed. */
async function commentText(run: string | undefined, last: string): Promise<string> {
  try {
    const [file = ''] = await filesOfRun(run, RESULTS);
    const result = parseRecordedResult(await readRecordedJson(file, NAME_A_RUN), file);
    return documentComment(documentOf(withoutSecrets(result)), last);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(error.message);
    return `# ! Assay: no result\n\nThe run ended without a report.\n\n${last}\n`;
  }
}

function documentOf({ report: run, sheet, comparison }: RecordedResult): ReportDocument {
  if (run !== undefined) return runDocument(run);
  return sheet === undefined ? comparisonDocument(comparison) : sheetDocument(sheet);
}

type Rendering = () => Promise<void>;

/** @throws UsageError for a file that cannot be read, or cannot be written in a format of the options */
async function renderingOf(file: string, options: RenderOptions): Promise<Rendering> {
  const json = await readRecordedJson(file, NAME_A_RUN);
  const { report: run, sheet, comparison } = parseRecordedResult(json, file);
  if (run !== undefined) return rendering(file, run, runForms(options.verbose === true), options);
  if (sheet !== undefined) return rendering(file, sheet, SHEET, options);
  return rendering(file, comparison, COMPARISON, options);
}

function rendering<T>(
  file: string,
  result: T,
  forms: Forms<T>,
  { out, format }: RenderOptions,
): Rendering {
  const known = Object.keys(forms.formats);
  const missing = format?.find((name) => !known.includes(name));
  if (missing !== undefined) {
    throw new UsageError(
      `${file} cannot be written as ${missing}. Its formats: ${known.toSorted().join(', ')}.`,
    );
  }
  const folder = out ?? dirname(file);
  const isSource = (name: string) => resolve(folder, name) === resolve(file);
  const files = wantedFiles(forms.formats, format).filter((each) => !isSource(each.file));
  return async () => {
    const shown = withoutSecrets(result);
    stdout().write(forms.text(shown, pageOfStdout()));
    sayWritten(await writeReports(shown, folder, files), folder);
  };
}

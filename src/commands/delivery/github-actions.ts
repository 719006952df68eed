import { appendFile, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { errorCode } from '../../input/read-text-file.ts';
import type { Annotation } from '../../report/annotations.ts';
import { formatCount } from '../../report/phrases/number-format.ts';
import { clip } from '../../report/phrases/printable.ts';
import { safeMessage } from '../terminal/failure-message.ts';
import { complain, writeCommands } from '../terminal/output.ts';

/** GitHub drops a step summary that is larger. */
const SUMMARY_BYTES = 1024 * 1024;

/**
 * Writes annotations to stderr, which GitHub reads too and which is not the JSON of `--json`, and
 * appends the summary, which is Markdown, to that of the step. A summary that cannot be written changes no
 * exit code.
 */
export async function reportToGithub(
  annotations: readonly Annotation[],
  summary: string,
  { GITHUB_STEP_SUMMARY: file, GITHUB_WORKSPACE: workspace }: Readonly<NodeJS.ProcessEnv>,
): Promise<void> {
  writeCommands(githubCommands(annotations, workspace));
  if (file === undefined || file === '') return;
  try {
    // Another command of the same step may have written there.
    const written = await stat(file).catch(() => undefined);
    await appendFile(file, fitting(summary, SUMMARY_BYTES - (written?.size ?? 0)));
  } catch (error) {
    const code = errorCode(error);
    complain(`Cannot write the step summary: ${file} (${code}). The reports have all of it.`);
  }
}

/** Annotates a step with what its report does not say. */
export function annotateStep(level: Annotation['level'], title: string, message: string): void {
  const annotation: Annotation = { level, title, message: safeMessage(message) };
  writeCommands(githubCommands([annotation], undefined));
}

/** Whole lines of the text that fit; the last one says what is missing. */
function fitting(text: string, bytes: number): string {
  const whole = `${text}\n`;
  if (Buffer.byteLength(whole) <= bytes) return whole;
  const note = `\nThe rest is omitted: a step summary has at most ${formatCount(SUMMARY_BYTES)} bytes.\n`;
  const kept = Buffer.from(whole).subarray(0, Math.max(0, bytes - Buffer.byteLength(note)));
  const end = kept.lastIndexOf(0x0a) + 1;
  const cut = `${kept.subarray(0, end).toString('utf8')}${note}`;
  return Buffer.byteLength(cut) <= bytes ? cut : '';
}

/** GitHub shows at most this number of each level of a step. */
const MOST_OF_A_LEVEL = 10;
const MESSAGE_CHARACTERS = 2000;
const TITLE_CHARACTERS = 200;

/**
 * Workflow commands of GitHub Actions, a line each. Where there are more annotations than GitHub
 * shows, the last line counts the rest.
 * @param workspace the root of the checkout, which paths in annotations start from
 */
export function githubCommands(
  annotations: readonly Annotation[],
  workspace: string | undefined,
): string {
  return [...Map.groupBy(annotations, ({ level }) => level).values()]
    .flatMap(firstOf)
    .map((each) => `${commandOf(each, workspace)}\n`)
    .join('');
}

function firstOf(annotations: readonly Annotation[]): readonly Annotation[] {
  if (annotations.length <= MOST_OF_A_LEVEL) return annotations;
  const shown = annotations.slice(0, MOST_OF_A_LEVEL - 1);
  const [{ level } = { level: 'error' as const }] = annotations;
  const left = annotations.length - shown.length;
  const rest = {
    level,
    title: `${left} more ${level === 'error' ? 'errors' : 'warnings'}`,
    message: 'See the step summary and the HTML report.',
  };
  return [...shown, rest];
}

function commandOf({ level, title, message, place }: Annotation, workspace?: string): string {
  const file = place && pathIn(workspace, place.file);
  const properties = [
    ...(file === undefined ? [] : [`file=${escapeProperty(file)}`, `line=${place?.line}`]),
    `title=${escapeProperty(clip(title, TITLE_CHARACTERS))}`,
  ];
  return `::${level} ${properties.join(',')}::${escapeData(clip(message, MESSAGE_CHARACTERS))}`;
}

/** The path from the root of the checkout; undefined for a file outside. */
function pathIn(workspace: string | undefined, file: string): string | undefined {
  const path = relative(workspace ?? '.', resolve(file));
  return path.startsWith('..') ? undefined : path.replaceAll(sep, '/');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

import { appendFile, stat } from 'node:fs/promises';
import type { Annotation } from '../../report/annotations.ts';
import { formatCount } from '../../report/phrases/number-format.ts';
import { complain, writeCommands } from '../terminal/output.ts';
import { safeMessage } from '../terminal/safe-message.ts';
import { githubCommands } from './github-commands.ts';

/** What GitHub Actions shows of a run. */
export interface GithubReport {
  readonly annotations: readonly Annotation[];
  /** Markdown. */
  readonly summary: string;
}

/** GitHub drops a step summary that is larger. */
const SUMMARY_BYTES = 1024 * 1024;

/**
 * Writes annotations to stderr, which GitHub reads too and which is not the JSON of `--json`, and
 * appends the summary to that of the step. A summary that cannot be written changes no exit code.
 */
export async function reportToGithub(
  { annotations, summary }: GithubReport,
  { GITHUB_STEP_SUMMARY: file, GITHUB_WORKSPACE: workspace }: Readonly<NodeJS.ProcessEnv>,
): Promise<void> {
  writeCommands(githubCommands(annotations, workspace));
  if (file === undefined || file === '') return;
  try {
    await appendFile(file, fitting(summary, SUMMARY_BYTES - (await sizeOf(file))));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    complain(`Cannot write the step summary: ${file} (${code}). The reports have all of it.`);
  }
}

/** Annotates a step whose command ended without a report. */
export function annotateFailure(message: string): void {
  const title = 'Assay ended without a report';
  const annotation: Annotation = { level: 'error', title, message: safeMessage(message) };
  writeCommands(githubCommands([annotation], undefined));
}

/** Another command of the same step may have written there. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
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

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextPage } from '../../report/formats/text/text-page.ts';
import { printable } from '../../report/phrases/printable.ts';
import { safeMessage } from './failure-message.ts';
import { type ProgressStream, widthOf } from './progress.ts';
import { withoutSecrets } from './secrets.ts';

/** The folder of all runs, one folder each. */
export const RUNS = 'reports/runs';

/** The streams of a command; `process` has both. */
export interface Streams {
  readonly stdout: ProgressStream;
  readonly stderr: ProgressStream;
}

let streams: Streams = process;

/** Sets the streams to which commands write. */
export function writeTo(chosen: Streams): void {
  streams = chosen;
}

/** The stream of reports and lists, which are without secrets before they are rendered. */
export function stdout(): ProgressStream {
  return leaving(streams.stdout, (text) => text);
}

/** The stream of progress, warnings and errors. A message that repeats a secret shows a marker. */
export function stderr(): ProgressStream {
  return leaving(streams.stderr, withoutSecrets);
}

/** Writes a line for stdout that ends with the path of a file, a link to it where the terminal takes links. */
export function writePath(before: string, file: string): void {
  stdout().write(before);
  const path = printable(file);
  const { href } = pathToFileURL(file);
  const shown =
    isColourful() && takesLinks(process.env) ? `${LINK}${href}\u0007${path}${LINK}\u0007` : path;
  streams.stdout.write(`${withoutCommands(shown)}\n`);
}

/** OSC 8; the address is percent-encoded, so nothing in it ends the link. */
const LINK = '\u001b]8;;';

/** Terminals that are known to show links; some of the others show the address as text. */
function takesLinks({
  TERM_PROGRAM,
  TERM,
  VTE_VERSION,
  WT_SESSION,
  KONSOLE_VERSION,
}: NodeJS.ProcessEnv) {
  return (
    /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper)$/.test(TERM_PROGRAM ?? '') ||
    /^(?:xterm-kitty|alacritty|foot)/.test(TERM ?? '') ||
    Number(VTE_VERSION ?? 0) >= 5000 ||
    [WT_SESSION, KONSOLE_VERSION].some((name) => name !== undefined)
  );
}

/** Writes workflow commands of a CI server to stderr. */
export function writeCommands(lines: string): void {
  if (lines !== '') streams.stderr.write(printable(withoutSecrets(lines)));
}

/**
 * The one way out of a command: whatever a text quotes, the terminal and the CI server find no command
 * in it.
 */
function leaving(stream: ProgressStream, prepare: (text: string) => string): ProgressStream {
  return {
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    hasColors: () => stream.hasColors?.() === true,
    write: (text) => stream.write(withoutCommands(inert(prepare(text), stream.isTTY === true))),
  };
}

/** The colours of `paint`; and at the start, how `Progress` removes its block. */
const ESCAPE = '\u001b\\[';
const OWN_CONTROLS = new RegExp(
  `(^\\r(?:${ESCAPE}\\d+A)?${ESCAPE}J|${ESCAPE}(?:1|22|3[1-69]|90)m)`,
);

function inert(text: string, isTerminal: boolean): string {
  if (!isTerminal) return printable(text);
  return text
    .split(OWN_CONTROLS)
    .map((part, at) => (at % 2 === 1 ? part : printable(part)))
    .join('');
}

/** Writes a sentence to stderr. */
export function complain(sentence: string): void {
  const columns = widthOf(stderr());
  const text = safeMessage(sentence);
  const lines = columns === undefined ? [text] : new TextPage({ columns }).wrapWords(text);
  stderr().write(`${lines.join('\n')}\n`);
}

/** The default folder for the reports of a run. */
export function runFolder(run: { readonly startedAt: string; readonly command: string }): string {
  const moment = run.startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
  return join(RUNS, `${moment}-${run.command}`);
}

/** How a text for stdout is laid out: at the width and with the colours of the terminal. */
export function pageOfStdout(): TextPage {
  return new TextPage({ colour: isColourful(), columns: widthOf(stdout()) });
}

/** Whether stdout is a terminal with colours. */
function isColourful(): boolean {
  return stdout().isTTY === true && stdout().hasColors?.() === true;
}

const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Text in which no CI server finds a command: the text of a gateway could else hide secrets' names, set
 * a variable or end the step as passed. GitHub Actions reads `::name` at the start of a line and
 * `##[name]`, Azure Pipelines `##[name]` and `##vso[name]`, TeamCity `##teamcity[name]`. Elsewhere, the
 * text as it is.
 */
export function withoutCommands(
  text: string,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): string {
  if (!readsCommands(environment)) return text;
  return text
    .replace(/^(\s*:):/gm, `$1${ZERO_WIDTH_SPACE}:`)
    .replace(HASHES_OF_COMMAND, `##${ZERO_WIDTH_SPACE}`);
}

/** The same for JSON, which a parser reads as before. */
export function jsonWithoutCommands(
  json: string,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): string {
  return readsCommands(environment) ? json.replace(HASHES_OF_COMMAND, '#\\u0023') : json;
}

const HASHES_OF_COMMAND = /##(?=\w*\[)/g;

/** Whether the output goes to a CI server that runs commands in it. */
function readsCommands(environment: Readonly<NodeJS.ProcessEnv>): boolean {
  const { TF_BUILD, TEAMCITY_VERSION } = environment;
  return isGithubStep(environment) || TF_BUILD !== undefined || TEAMCITY_VERSION !== undefined;
}

/** Whether this process is part of a job of a CI server. */
export function isPipeline({ CI = '' }: Readonly<NodeJS.ProcessEnv>): boolean {
  return CI !== '' && CI !== 'false';
}

/** Whether this process is a step of GitHub Actions. */
export function isGithubStep({ GITHUB_ACTIONS }: Readonly<NodeJS.ProcessEnv>): boolean {
  return GITHUB_ACTIONS === 'true';
}

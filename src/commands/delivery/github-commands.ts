import { relative, resolve, sep } from 'node:path';
import type { Annotation } from '../../report/annotations.ts';
import { clip } from '../../report/phrases/printable.ts';

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

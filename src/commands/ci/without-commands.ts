import { isGithubStep } from './github-step.ts';

const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Text in which the runner of GitHub Actions finds no workflow command: the text of a gateway could
 * else hide secrets' names or fail the step. Elsewhere, the text as it is.
 */
export function withoutCommands(
  text: string,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): string {
  if (!isGithubStep(environment)) return text;
  return text
    .replace(/^(\s*:):/gm, `$1${ZERO_WIDTH_SPACE}:`)
    .replaceAll('##[', `##${ZERO_WIDTH_SPACE}[`);
}

/** The same for JSON, which a parser reads as before. */
export function jsonWithoutCommands(
  json: string,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): string {
  return isGithubStep(environment) ? json.replaceAll('##[', '#\\u0023[') : json;
}

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

/** Whether this process is a step of GitHub Actions. */
export function isGithubStep({ GITHUB_ACTIONS }: Readonly<NodeJS.ProcessEnv>): boolean {
  return GITHUB_ACTIONS === 'true';
}

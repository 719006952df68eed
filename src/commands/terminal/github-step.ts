/** Whether this process is a step of GitHub Actions. */
export function isGithubStep({ GITHUB_ACTIONS }: Readonly<NodeJS.ProcessEnv>): boolean {
  return GITHUB_ACTIONS === 'true';
}

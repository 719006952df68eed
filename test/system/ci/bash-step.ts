import { execFile } from 'node:child_process';

export interface StepResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of a CI server as GitHub and GitLab do: bash that ends at the first failure. */
export async function bashStep(
  script: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<StepResult> {
  const { PATH = '', HOME = '', XDG_CACHE_HOME, GOFLAGS } = process.env;
  const inherited = {
    PATH,
    HOME,
    ...(XDG_CACHE_HOME && { XDG_CACHE_HOME }),
    ...(GOFLAGS && { GOFLAGS }),
  };
  const flags = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return await new Promise((resolve) => {
    const child = execFile(
      'bash',
      flags,
      { cwd, env: { ...inherited, NO_COLOR: '1', ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? 0, stdout, stderr }),
    );
  });
}

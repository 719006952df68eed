import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ASSAY } from '../../support/programs/package-paths.ts';

export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called once the process is there, with a way to send it a signal, and its id. */
  readonly onStart?: (signal: (name: NodeJS.Signals) => void, pid: number | undefined) => void;
  /** Called with what stderr holds so far, a way to send a signal, and the id of the process. */
  readonly onStderr?: (
    text: string,
    signal: (name: NodeJS.Signals) => void,
    pid: number | undefined,
  ) => void;
}

/** Runs the command line as a user would, without any key or CI server of the machine's environment. */
export async function assay(
  args: readonly string[],
  { env = {}, cwd, onStart, onStderr }: CommandOptions = {},
): Promise<CommandRun> {
  const { ASSAY_API_KEY: _, ASSAY_API_KEY_2: __, GITHUB_ACTIONS: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [ASSAY, ...args], {
    cwd,
    env: { ...inherited, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart?.((name) => child.kill(name), child.pid);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onStderr?.(stderr, (name) => child.kill(name), child.pid);
  });
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout, stderr };
}

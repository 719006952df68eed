import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EXIT } from '../options/exit-codes.ts';

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program in this terminal. Signals are passed on, so that it stops gracefully, and its standard
 * input is a pipe of this process: it ends with it.
 * @returns its exit code
 */
export async function runInTerminal(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(file, args, { stdio: ['pipe', 'inherit', 'inherit'], env, detached: true });
  const pass = (signal: NodeJS.Signals) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  process.once('exit', () => child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return typeof code === 'number' ? code : EXIT.holds;
}

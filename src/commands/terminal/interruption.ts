import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runExitCleanup, whenNothingPends } from '../../target/exit-cleanup.ts';
import { EXIT } from '../options/exit-codes.ts';

/** Ctrl-C, SIGTERM and a closed terminal stop a run gracefully; a second signal, immediately. */
interface Interruption {
  readonly signal: AbortSignal;
  /** Restores the default handling of the signals. */
  release(): void;
}

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function awaitInterruption(onFirst: () => void): Interruption {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      release();
      runExitCleanup();
      process.kill(process.pid, signal);
      return;
    }
    controller.abort();
    onFirst();
    // Long synchronous work, such as writing a report, keeps a handler from running: the system needs none.
    whenNothingPends(release);
  };
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return { signal: controller.signal, release };
}

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

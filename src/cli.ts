import { CommanderError } from 'commander';
import { program } from './commands/command-line/program.ts';
import { annotateStep } from './commands/delivery/github-actions.ts';
import { EXIT } from './commands/options/exit-codes.ts';
import {
  failureExitCode,
  failureMessage,
  safeMessage,
} from './commands/terminal/failure-message.ts';
import { complain, isGithubStep, type Streams, writeTo } from './commands/terminal/output.ts';
import { knowOnlyKeysOf } from './commands/terminal/secrets.ts';
import { endHelperWhenIdle } from './input/bundler.ts';

export { finishCompilingAtExit } from '../reference-server/finish-compiling.ts';

/**
 * Runs the command line, once at a time, and ends no process: `bin/assay.js` does.
 *
 * @returns the exit code
 */
export async function main(argv: readonly string[], streams: Streams): Promise<number> {
  writeTo(streams);
  if (streams === process) endHelperWhenIdle();
  knowOnlyKeysOf(process.env);
  try {
    // Commands leave their exit code there.
    process.exitCode = undefined;
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? EXIT.holds);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.usage;
    const message = failureMessage(error);
    complain(message);
    if (isGithubStep(process.env) && !argv.includes('--no-annotations')) {
      annotateStep('error', 'Assay ended without a report', message);
    }
    return failureExitCode(error);
  } finally {
    process.exitCode = undefined;
  }
}

/** The message for an error that nothing caught. */
export function lastMessage(error: unknown): string {
  return safeMessage(failureMessage(error));
}

import { CommanderError } from 'commander';
import { EXIT } from './commands/options/exit-codes.ts';
import { program } from './commands/program.ts';
import { TargetUnreachable } from './commands/target/target-unreachable.ts';

// A reader that has seen enough, such as head, closes the pipe: that is no failure of ours.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
const code = await run();
// A pipe takes what is written when its reader does: an exit before that cuts the text off.
process.stdout.write('', () => process.exit(code));

async function run(): Promise<number> {
  try {
    await program.parseAsync();
    return Number(process.exitCode ?? EXIT.holds);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.usage;
    process.stderr.write(`${sentence(error)}\n`);
    return error instanceof TargetUnreachable ? EXIT.inconclusive : EXIT.usage;
  }
}

/** What went wrong, without a stack: `ASSAY_DEBUG=1` shows it to whoever mends Assay. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (process.env.ASSAY_DEBUG === '1' && error.stack) || error.message;
}

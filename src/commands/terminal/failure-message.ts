import { AssayDefect } from '../../conformance/assay-defect.ts';
import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import { EngineFailure } from '../../load/engine/run-engine.ts';
import { printable, withoutMiddle } from '../../report/phrases/printable.ts';
import { TargetMisaddressed, TargetUnreachable } from '../../target/target-unreachable.ts';
import { EXIT } from '../options/exit-codes.ts';
import { withoutSecrets } from './secrets.ts';

/** The exit code of a command that ended with this error. */
export function failureExitCode(error: unknown): 2 | 3 {
  const isOut = error instanceof TargetUnreachable && !(error instanceof TargetMisaddressed);
  return isOut ? EXIT.inconclusive : EXIT.usage;
}

/** Errors whose messages are written for users. */
const EXPECTED = [UsageError, SetupError, TargetUnreachable, EngineFailure, AssayDefect];

/** What went wrong, for a user; the stack if `ASSAY_DEBUG=1` is set. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return defect(String(error));
  if (process.env.ASSAY_DEBUG === '1' && error.stack !== undefined) return error.stack;
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message;
  return isOfSystem(error)
    ? `Assay failed: ${error.message}. ASSAY_DEBUG=1 shows where.`
    : defect(`${error.name}: ${error.message}`);
}

/**
 * A message of commander, such as `error: unknown option '--x'`, in the form of all others.
 * @param command such as `assay load`
 */
export function usageMessage(text: string, command: string): string {
  const [problem = '', hint = ''] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const meant = hint.replace(/^\((.*)\)$/, ' $1');
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replace(/\.?$/, '.');
  return `${sentence}${meant} See "${command} --help".\n`;
}

function defect(what: string): string {
  return `Internal error (${what}). This is a bug in Assay, not in the target. Report it with the command and the output that ASSAY_DEBUG=1 adds.`;
}

/** Such as ENOSPC: the machine refused a call. */
function isOfSystem(error: Error): boolean {
  return 'code' in error && 'syscall' in error;
}

/** Longest message on stderr; its middle is omitted beyond that. */
const MESSAGE_CHARACTERS = 4000;

/**
 * A message as it may be shown, without secrets: it may repeat a flag, the name of a file or the words of a gateway,
 * of any length and with any control character.
 */
export function safeMessage(message: string): string {
  return printable(withoutMiddle(withoutSecrets(message), MESSAGE_CHARACTERS));
}

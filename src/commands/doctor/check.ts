import { EXIT } from '../options/exit-codes.ts';
import { failureExitCode, failureMessage } from '../terminal/failure-message.ts';

/** The result of one check of `assay doctor`. */
export interface Check {
  /** Such as `disk`. */
  readonly what: string;
  /** Ordinary runs work in spite of a warning. */
  readonly state: 'ok' | 'warning' | 'problem';
  readonly found: string;
  /** What to do; absent where the state is ok. */
  readonly remedy?: string;
  /** Where a run would not end with 3 for this problem. */
  readonly exitCode?: 1 | 2;
}

/** The check, or its error, whose sentences name the remedy. */
export async function checked(
  what: string,
  check: () => Check | Promise<Check>,
  ifFailed: 'warning' | 'problem' = 'problem',
): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    const [found = '', ...remedy] = failureMessage(error).split(/(?<=[.!?])\s+(?=[A-Z])/);
    return {
      what,
      state: ifFailed,
      found,
      ...(remedy.length > 0 && { remedy: remedy.join(' ') }),
      ...(failureExitCode(error) === EXIT.inconclusive && { exitCode: EXIT.inconclusive }),
    };
  }
}

import { Option } from 'commander';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';

/** Options of the commands that write files. */
export interface FormatOptions {
  /** Names of formats; all that are usual when absent. */
  readonly format?: readonly string[];
}

/** @param known the names of the formats of a command */
export function formatOption(known: readonly string[]): Option {
  return new Option('--format <name>', 'write only this report; may be repeated')
    .choices(known)
    .argParser((name, previous: readonly string[] = []) => {
      if (known.includes(name)) return [...previous, name];
      throw new UsageError(
        `Unknown format: ${name}.${didYouMean(name, known)} Formats: ${known.join(', ')}.`,
      );
    });
}

/** The files of the named formats; all when none is named. */
export function filesOf<File>(
  files: Readonly<Record<string, File>>,
  { format }: FormatOptions,
): readonly File[] {
  return Object.entries(files)
    .filter(([name]) => format?.includes(name) ?? true)
    .map(([, file]) => file);
}

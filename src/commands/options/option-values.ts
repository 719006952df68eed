import type { Command } from 'commander';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';

/** For an option that may be repeated: all its values, in order. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** For an option that takes an integer; the error names the option and the range. */
export function count(subject: string, least: number, most: number) {
  return (text: string): number => {
    const value = wholeNumber(text);
    if (value >= least && value <= most) return value;
    throw new UsageError(`${subject} needs an integer from ${least} to ${most}; got "${text}".`);
  };
}

/** A count, or `auto`. */
export function countOrAuto(flag: string, least: number, most: number) {
  return (text: string): number | 'auto' => {
    if (text === 'auto') return text;
    const value = wholeNumber(text);
    if (value >= least && value <= most) return value;
    throw new UsageError(
      `${flag} needs "auto" or an integer from ${least} to ${most}; got "${text}".`,
    );
  };
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * A time above 0, in ms.
 * @param flag such as --time-limit
 * @throws UsageError
 */
export function positiveDuration(flag: string, text: string): number {
  const ms = parseDuration(flag, text);
  if (ms > 0) return ms;
  throw new UsageError(`${flag} needs a time above 0, such as 10m; got "${text}".`);
}

/**
 * An empty value is usually a shell variable that is not set, as in `--out "$REPORTS"`. As a path it
 * would mean the working directory.
 * @throws UsageError for an option or an argument without text
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const values: unknown = command.getOptionValue(option.attributeName());
    if ([values].flat().some(isEmpty)) {
      throw new UsageError(
        `--${option.name()} needs a value; got "". If the value is a shell variable, set it; else remove --${option.name()}.`,
      );
    }
  }
  const at = command.args.findIndex(isEmpty);
  if (at >= 0) {
    throw new UsageError(
      `Argument ${at + 1} of assay ${command.name()} is empty. If it is a shell variable, set it; else remove it.`,
    );
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

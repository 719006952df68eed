import { UsageError } from '../../input/usage-error.ts';

/** For an option that may be repeated: all its values, in order. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** For an option that takes an integer; the error names the option and the range. */
export function count(subject: string, least: number, most: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${subject} needs an integer from ${least} to ${most}; got "${text}".`);
  };
}

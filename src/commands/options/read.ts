import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';

/** For an option that may be repeated: all its values, in order. */
export function collect(
  _flag: string,
  value: string,
  previous: readonly string[] = [],
): readonly string[] {
  return [...previous, value];
}

/** For an option that takes an integer; the error names the option and the range. */
export function count(least: number, most: number) {
  return (flag: string, text: string): number => {
    const value = wholeNumber(text);
    if (value >= least && value <= most) return value;
    throw new UsageError(`${flag} needs an integer from ${least} to ${most}; got "${text}".`);
  };
}

/** A count, or `auto`. */
export function countOrAuto(least: number, most: number) {
  return (flag: string, text: string): number | 'auto' => {
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

/** A time above 0, in ms. */
export function positiveDuration(flag: string, text: string): number {
  const ms = parseDuration(flag, text);
  if (ms > 0) return ms;
  throw new UsageError(`${flag} needs a time above 0, such as 10m; got "${text}".`);
}

/** Keeps the text, which is parsed again where it is used; a mistake is reported with the flag. */
export function checked(parse: (flag: string, text: string) => unknown) {
  return (flag: string, text: string): string => {
    parse(flag, text);
    return text;
  };
}

/** The value of `--budget`. */
interface Budget {
  readonly amount: number;
  /** `calls`, or a currency; the configuration decides when absent. */
  readonly unit?: string;
}

const BUDGET = /^(?<amount>\d+(?:\.\d+)?) ?(?<unit>calls?|[A-Z]{3})?$/;

/** @throws UsageError */
export function parseBudget(flag: string, text: string): Budget {
  const { amount, unit } = BUDGET.exec(text)?.groups ?? {};
  if (amount === undefined) {
    throw new UsageError(
      `${flag} needs a sum or a number of calls, such as 5.00 or "150 calls"; got "${text}".`,
    );
  }
  if (unit === undefined) return { amount: Number(amount) };
  return { amount: Number(amount), unit: unit.startsWith('call') ? 'calls' : unit };
}

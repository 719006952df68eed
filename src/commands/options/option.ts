import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';

/** One option of a command: everything that Assay knows about it. */
export interface Option<Flags extends string = string, Value = unknown> {
  /** As in the help, such as `--seed <n>`. */
  readonly flags: Flags;
  readonly summary: string;
  /**
   * Reads a value; without it, the value is the text, or `true` where the option takes none.
   * @param flag such as `--seed`, for messages
   * @param previous the value so far of an option that may be repeated
   * @throws UsageError
   */
  read?(flag: string, text: string, previous: Value | undefined): Value;
  /** The only values. */
  readonly choices?: readonly (string & Value)[];
  /** Known values for help and completion, where `read` has a message of its own for others. */
  readonly shownChoices?: readonly string[];
  /** Known values for completion, where others are allowed or the help would be too long. */
  known?(): readonly string[];
  /** The value when it is not given, and how the help shows it: as it is when absent. */
  readonly fallback?: { readonly value: Value; readonly shown?: string };
  /** The key of the configuration that it overrides, such as `workload.seed`. */
  readonly key?: string;
  /** It has an effect only with one of these, such as `--users`, `--judge after` or `--baseline FILE`. */
  readonly needs?: readonly string[];
  /** Why it has none without them. */
  readonly because?: string;
  /** Options that cannot be given with it, by the names of their values. */
  readonly conflicts?: readonly string[];
  /** Neither help nor completion show it. */
  readonly isHidden?: boolean;
}

type Details<Flags extends string, Value> = Omit<
  Option<Flags, Value>,
  'flags' | 'summary' | 'fallback'
>;
type Given<Flags extends string, Value> = Option<Flags, Value> &
  Required<Pick<Option<Flags, Value>, 'fallback'>>;

/** The value of an option that nothing reads. */
type Plain<Flags extends string> = Flags extends `${string}<${string}`
  ? string
  : Flags extends `--no-${string}`
    ? boolean
    : true;

export function option<const Flags extends string, const Value = Plain<Flags>>(
  flags: Flags,
  summary: string,
  details: Details<Flags, Value> = {},
): Option<Flags, NoInfer<Value>> {
  return { flags, summary, ...details };
}

/** @param shown in the help; the value when absent */
export function withFallback<Flags extends string, Value>(
  one: Option<Flags, Value>,
  value: NoInfer<Value>,
  shown?: string,
): Given<Flags, Value> {
  return { ...one, fallback: shown === undefined ? { value } : { value, shown } };
}

type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;

/** The name of a value: `timeLimit` of `--time-limit <time>`, `annotations` of `--no-annotations`. */
type NameOf<Flags extends string> = Flags extends `--no-${infer Text}`
  ? Camel<FirstWord<Text>>
  : Flags extends `--${infer Text}`
    ? Camel<FirstWord<Text>>
    : string;

type ValueOf<One> = One extends Option<string, infer Value> ? Value : never;
type HasFallback = Given<string, unknown>;

/** The values of options, by name: absent where one is not given and has no fallback. */
export type OptionsOf<All extends readonly Option[]> = {
  readonly [One in Exclude<All[number], HasFallback> as NameOf<One['flags']>]?: ValueOf<One>;
} & {
  readonly [One in Extract<All[number], HasFallback> as NameOf<One['flags']>]: ValueOf<One>;
};

/** Such as `--time-limit`. */
export function flagOf({ flags }: Pick<Option, 'flags'>): string {
  return flags.split(' ')[0] ?? flags;
}

/** Such as `timeLimit`. */
export function nameOf(one: Pick<Option, 'flags'>): string {
  return flagOf(one)
    .replace(/^--(no-)?/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * @param given the values of the options
 * @throws UsageError for an option that has no effect without another
 */
export function refuseIdle(options: readonly Option[], given: object): void {
  const values = new Map<string, unknown>(Object.entries(given));
  for (const one of options) {
    const { needs = [], because } = one;
    if (needs.length === 0 || values.get(nameOf(one)) === undefined) continue;
    if (needs.some((need) => isMet(need, values))) continue;
    const flag = flagOf(one);
    const why = because === undefined ? '' : `: ${because}`;
    const add = needs.length === 1 ? needs[0] : 'one of them';
    throw new UsageError(
      `${flag} needs ${needs.join(' or ')}${why}. Add ${add}, or remove ${flag}.`,
    );
  }
}

/**
 * @param given the values of the options
 * @param words the command line: an option and its opposite have one value
 * @throws UsageError for two options that exclude each other
 */
export function refuseConflicts(
  options: readonly Option[],
  given: object,
  words: readonly string[],
): void {
  const values = new Map<string, unknown>(Object.entries(given));
  const isGiven = (one: Option) => values.get(nameOf(one)) !== undefined;
  const pairs = options.flatMap((one) => {
    const flag = flagOf(one);
    const opposite = flag.replace(/^--no-/, '--');
    const isBoth = opposite !== flag && words.includes(flag) && words.includes(opposite);
    const others = options.filter((other) => one.conflicts?.includes(nameOf(other)) === true);
    return [
      ...(isBoth ? [[opposite, flag]] : []),
      ...(isGiven(one) ? others.filter(isGiven).map((other) => [flag, flagOf(other)]) : []),
    ];
  });
  const [first] = pairs;
  if (first === undefined) return;
  throw new UsageError(`${first.join(' and ')} cannot be combined. Remove one of them.`);
}

/** @param need such as `--users`, `--judge after`, or `--baseline FILE` for any value */
function isMet(need: string, values: ReadonlyMap<string, unknown>): boolean {
  const [flags = '', wanted] = need.split(' ');
  const value = values.get(nameOf({ flags }));
  const isAny = wanted === undefined || wanted === wanted.toUpperCase();
  return isAny ? value !== undefined : value === wanted;
}

/** The options, each with an effect only with another one. */
export function needing<const One extends Option>(
  options: readonly One[],
  need: string,
  because: string,
): readonly One[] {
  return options.map((one) => ({ ...one, needs: [need], because }));
}

/** For an option that may be repeated: all its values, in order. */
export function collect(
  _flag: string,
  value: string,
  previous: readonly string[] = [],
): readonly string[] {
  return [...previous, value];
}

/** For an option that takes an integer; the error names the option and the range. */
export function count(least: number, most: number, otherwise = '') {
  return (flag: string, text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(
      `${flag} needs ${otherwise}an integer from ${least} to ${most}; got "${text}".`,
    );
  };
}

/** A count, or `auto`. */
export function countOrAuto(least: number, most: number) {
  const read = count(least, most, '"auto" or ');
  return (flag: string, text: string) => (text === 'auto' ? text : read(flag, text));
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

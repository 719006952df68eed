import { didYouMean } from '../input/did-you-mean.ts';
import { UsageError } from '../input/usage-error.ts';
import type { RuleSet } from './rule-set.ts';
import * as sets from './rule-sets/index.ts';

/** Oldest first. */
export const RULE_SETS: readonly RuleSet[] = Object.values<RuleSet>(sets).toSorted((one, other) =>
  one.number.localeCompare(other.number),
);

/**
 * @param number the newest set when absent
 * @throws UsageError that names the nearest set
 */
export function findRuleSet(number?: string): RuleSet {
  const set =
    number === undefined ? RULE_SETS.at(-1) : RULE_SETS.find((each) => each.number === number);
  if (set !== undefined) return set;
  const known = RULE_SETS.map((each) => each.number);
  throw new UsageError(
    `Unknown rule set: ${number}.${didYouMean(number ?? '', known)} Known: ${known.join(', ')}.`,
  );
}

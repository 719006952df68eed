import type { Allowance } from '../../conformance/sending/budget.ts';
import type { Billable } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import { formatSum, type Prices, priceOf } from '../configuration/prices.ts';
import { parseBudget } from '../options/read.ts';

/**
 * What may be spent, in calls where there are no prices; without a limit, if none is set.
 * @param text of `--budget`
 * @throws UsageError
 */
export function allowanceOf(text: string | undefined, prices: Prices | undefined): Allowance {
  const budget = text === undefined ? undefined : parseBudget('--budget', text);
  const unit = budget?.unit ?? prices?.currency ?? 'calls';
  const amount = budget?.amount ?? Number.POSITIVE_INFINITY;
  if (unit === 'calls') {
    if (budget !== undefined && !Number.isInteger(amount)) {
      throw new UsageError(
        `--budget ${amount} is a sum, and the configuration has no prices. Add prices, or name a number of calls, such as --budget 150.`,
      );
    }
    return { limit: amount, text: formatNumberOf(amount, 'call'), unit, priceOf: () => 1 };
  }
  if (prices?.currency !== unit) {
    const has = prices === undefined ? 'no prices' : `prices in ${prices.currency}`;
    throw new UsageError(
      `--budget is in ${unit}, and the configuration has ${has}. Add prices in ${unit}, or name a number of calls, such as --budget "150 calls".`,
    );
  }
  return {
    limit: amount,
    text: formatSum(amount, unit),
    unit,
    priceOf: (operation: Billable) => priceOf(prices, operation) ?? 0,
  };
}

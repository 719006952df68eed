import type { Effort } from '../../conformance/effort.ts';
import { keyOf } from '../../conformance/sending/billable-calls.ts';
import { type Allowance, Budget } from '../../conformance/sending/budget.ts';
import type { Billable } from '../../contract/operations.ts';
import { idempotencyKeyOf } from '../../exchange/exchange.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { ExchangeObserver, MeasuredExchange } from '../../measure/measured-exchange.ts';
import { formatNumberOf, formatSum } from '../../report/phrases/number-format.ts';
import { type Configuration, type Prices, priceOf } from '../configuration/configuration.ts';
import { parseBudget } from '../options/option.ts';
import type { SpendingOptions } from '../options/run-options.ts';

/**
 * How much the probes send to a target, unless the user says so: all to one that costs nothing, less to any
 * other.
 * @param isFree see `isFree`
 */
export function effortFor(isFree: boolean, thorough: boolean | undefined): Effort {
  return (thorough ?? isFree) ? 'thorough' : 'modest';
}

/**
 * Counts what a run spends, and limits it; undefined where all targets cost nothing, without prices and
 * without a budget.
 * @throws UsageError for a budget in another unit than the prices
 */
export function budgetFor(
  areFree: readonly boolean[],
  { prices }: Pick<Configuration, 'prices'>,
  { budget }: SpendingOptions,
): Budget | undefined {
  const isCounted = areFree.includes(false) || prices !== undefined || budget !== undefined;
  return isCounted ? new Budget(allowanceOf(budget, prices)) : undefined;
}

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

/** Counts what a load spends, and ends it when the budget allows no further call. */
export class LoadSpending implements ExchangeObserver {
  readonly #budget: Budget;
  readonly #end = new AbortController();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Aborts when the budget is spent. Requests in flight then may exceed it. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  record({ exchange }: MeasuredExchange): void {
    const { operation, request } = exchange;
    const idempotencyKey = idempotencyKeyOf({ request });
    const key = keyOf({ operation, ...(idempotencyKey !== undefined && { idempotencyKey }) });
    this.#budget.add(exchange, key, true);
    if (this.#budget.isExhausted) this.#end.abort();
  }

  /** The sentence of a report about a load that the budget ended. */
  get sentence(): string {
    return `Budget of ${this.#budget.allowance.text} spent: the load was stopped before its end. Raise --budget, or shorten the load.`;
  }
}

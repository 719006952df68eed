import { keyOf } from '../../conformance/sending/billable-calls.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import { header } from '../../exchange/exchange.ts';
import type { ExchangeObserver, MeasuredExchange } from '../../measure/measured-exchange.ts';

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
    const idempotencyKey = header(request.headers, 'idempotency-key');
    const key = keyOf({ operation, ...(idempotencyKey !== undefined && { idempotencyKey }) });
    this.#budget.add(exchange, key, true);
    if (this.#budget.isExhausted) this.#end.abort();
  }

  /** The sentence of a report about a load that the budget ended. */
  get sentence(): string {
    return `Budget of ${this.#budget.allowance.text} spent: the load was stopped before its end. Raise --budget, or shorten the load.`;
  }
}

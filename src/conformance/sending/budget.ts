import { createHash } from 'node:crypto';
import type { Billable } from '../../contract/operations.ts';
import { isBillable, type Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeRequest } from '../gateway.ts';
import { BillableCalls, keyOf } from './billable-calls.ts';

/** The next requests would exceed the budget: the rules of their probe stay unverified. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent' as const;

  constructor(limit: string) {
    super(`the budget of ${limit} was spent before its probe ended`);
  }
}

/** What a run may spend. */
export interface Allowance {
  /** In the unit of the prices. */
  readonly limit: number;
  /** Such as `150 calls` or `5.00 USD`. */
  readonly text: string;
  /** `calls`, or a currency. */
  readonly unit: string;
  /** The price of one call; 1 where calls are counted. */
  priceOf(operation: Billable): number;
}

/** What was reserved for a request before it was sent. */
interface Reservation {
  readonly operation: Operation | 'other';
  /** Undefined without an idempotency key. */
  readonly key: string | undefined;
  readonly price: number;
}

/** Sums of prices are not exact. */
const ROUNDING = 1e-9;

/**
 * Holds a budget while a run sends. A request that the gateway should execute is reserved before it
 * is sent; its answer shows whether it was executed. Requests that the gateway executes although it
 * should not are counted when their answers show it, so those in flight then may exceed the budget.
 */
export class Budget {
  readonly allowance: Allowance;
  readonly #calls = new BillableCalls();
  /** Marks of the results under each idempotency key; undefined for an answer that was lost. */
  readonly #results = new Map<string, Set<string | undefined>>();
  #reserved = 0;
  #spent = 0;

  constructor(allowance: Allowance) {
    this.allowance = allowance;
  }

  /** What was spent so far, without what is in flight. */
  get spent(): number {
    return this.#spent;
  }

  /** Whether the limit is reached: any further call would exceed it. */
  get isExhausted(): boolean {
    return this.#spent + ROUNDING >= this.allowance.limit;
  }

  /**
   * Reserves what the requests cost that are about to be sent.
   * @throws BudgetSpent when too little is left, and nothing is reserved then
   */
  take(requests: readonly ProbeRequest[]): readonly Reservation[] {
    const reservations = requests.map((request): Reservation => {
      const charged = this.#calls.next(request);
      const price = charged === undefined ? 0 : this.allowance.priceOf(charged);
      return { operation: request.operation, key: keyOf(request), price };
    });
    const price = reservations.reduce((sum, each) => sum + each.price, 0);
    if (this.#spent + this.#reserved + price > this.allowance.limit + ROUNDING) {
      throw new BudgetSpent(this.allowance.text);
    }
    this.#reserved += price;
    return reservations;
  }

  /** @param exchanges in the order of the requests; the last are missing if they were not sent */
  settle(reservations: readonly Reservation[], exchanges: readonly Exchange[]): void {
    for (const [index, { key, price }] of reservations.entries()) {
      this.#reserved -= price;
      const exchange = exchanges[index];
      if (exchange !== undefined) this.add(exchange, key, price > 0);
    }
  }

  /**
   * Adds what one exchange cost.
   * @param mayBeLost whether a request without an answer may have been executed
   */
  add(exchange: Exchange, key: string | undefined, mayBeLost: boolean): void {
    const { operation, answer, outcome, request } = exchange;
    if (!isBillable(operation) || request.method !== 'POST') return;
    if (answer === undefined && (outcome === 'refused' || !mayBeLost)) return;
    if (answer !== undefined && answer.status >= 300) return;
    if (key !== undefined && !this.#isFurther(key, exchange)) return;
    this.#spent += this.allowance.priceOf(operation);
  }

  /** Whether an answer under a key is a further result, rather than the stored one. */
  #isFurther(key: string, exchange: Exchange): boolean {
    const mark = exchange.answer === undefined ? undefined : resultMark(exchange.answer);
    const known = this.#results.get(key);
    if (known === undefined) {
      this.#results.set(key, new Set([mark]));
      return true;
    }
    if (mark === undefined || known.has(mark)) return false;
    known.add(mark);
    // The answer that was lost had this result.
    return !known.delete(undefined);
  }
}

/** An id is near the start of a body. */
const READ_BYTES = 4096;
const ID = /"id"\s*:\s*"((?:[^"\\]|\\.)+)"/;

/** What two answers with the same result have in common: the first id, or else the whole body. */
function resultMark({ body }: NonNullable<Exchange['answer']>): string {
  const start = Buffer.from(body?.subarray(0, READ_BYTES) ?? []).toString('utf8');
  return (
    ID.exec(start)?.[1] ??
    createHash('sha256')
      .update(body ?? '')
      .digest('hex')
  );
}

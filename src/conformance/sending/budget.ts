import { isBillable, type Operation } from '../../contract/operations.ts';

/** A probe would exceed the budget of billable calls: its rules stay unverified. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent' as const;

  constructor(operation: Operation, calls: number) {
    super(`the budget of ${calls} billable calls to ${operation} was spent before its probe ended`);
  }
}

/** Limits the billable calls that a run makes to each operation, whatever a dry run predicted. */
export class Budget {
  readonly calls: number;
  #made: ReadonlyMap<Operation, number> = new Map();

  constructor(calls: number) {
    this.calls = calls;
  }

  /** Calls that were made so far. */
  get made(): ReadonlyMap<Operation, number> {
    return this.#made;
  }

  /**
   * Counts the calls that are about to be sent.
   * @throws BudgetSpent when too few are left, and none is counted then
   */
  take(requests: readonly { readonly operation: Operation | 'other' }[]): void {
    const after = new Map(this.#made);
    for (const { operation } of requests) {
      if (!isBillable(operation)) continue;
      const made = after.get(operation) ?? 0;
      if (made >= this.calls) throw new BudgetSpent(operation, this.calls);
      after.set(operation, made + 1);
    }
    this.#made = after;
  }
}

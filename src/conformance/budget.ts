import { OPERATIONS, type Operation } from '../contract/operations.ts';
import { BudgetSpent } from './budget-spent.ts';

/** Billable calls that a run may make to each operation, whatever a rehearsal expected. */
export class Budget {
  readonly #calls: number;
  readonly #made = new Map<Operation, number>();

  constructor(calls: number) {
    this.#calls = calls;
  }

  /**
   * Counts a call that is about to be sent.
   * @throws BudgetSpent when there is none left
   */
  take(operation: Operation | 'other'): void {
    if (operation === 'other' || !OPERATIONS[operation].billable) return;
    const made = this.#made.get(operation) ?? 0;
    if (made >= this.#calls) throw new BudgetSpent(operation, this.#calls);
    this.#made.set(operation, made + 1);
  }
}

import type { Operation } from '../../contract/operations.ts';

/** A probe would make more billable calls than it may: what it asks stays open. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent' as const;

  constructor(operation: Operation, calls: number) {
    super(`the budget of ${calls} billable calls to ${operation} was spent before its probe ended`);
  }
}

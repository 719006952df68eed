import { BudgetSpent } from '../sending/budget.ts';

/** What a further try brings; undefined when the budget of billable calls does not allow it. */
export async function withinBudget<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

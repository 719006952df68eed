import { BudgetSpent } from '../sending/budget.ts';

/** The result of another try; undefined if the budget of billable requests does not allow it. */
export async function withinBudget<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

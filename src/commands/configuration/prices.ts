import { z } from 'zod';
import { BILLABLE, type Billable, byModelKey, OPERATIONS } from '../../contract/operations.ts';

const PRICE = z.number().min(0).optional();

/** What one call to each operation costs, by the keys of `models`. */
export const PricesSchema = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'needs three capital letters, such as USD')
      .describe('such as USD'),
    ...byModelKey(() => PRICE),
  })
  .describe('price of one call to each operation; plans and --budget are then sums of money');

export type Prices = z.output<typeof PricesSchema>;

/** The price of one call; undefined where the configuration has none. */
export function priceOf(prices: Prices, operation: Billable): number | undefined {
  return prices[OPERATIONS[operation].model.key];
}

/** The operations that a configuration gives no price for. */
export function withoutPrice(prices: Prices): readonly Billable[] {
  return BILLABLE.filter((operation) => priceOf(prices, operation) === undefined);
}

/** `5.00 USD`; four digits for a sum below a hundredth. */
export function formatSum(amount: number, currency: string): string {
  return `${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)} ${currency}`;
}

import type { Allowance } from '../../conformance/sending/budget.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { formatCount, formatNumberOf } from '../../report/phrases/number-format.ts';
import { formatSum, type Prices, priceOf, withoutPrice } from '../configuration/prices.ts';
import { allCalls, type Calls, countOf, type SpendingPlan } from './spending-plan.ts';

/** What a run is about to spend: `Plan: about 139 billable calls: 74 chats, …; about 4.10 USD.` */
export function planSentence(plan: SpendingPlan, prices: Prices | undefined): string {
  const effort = plan.effort === 'modest' && plan.conformance !== undefined ? MODEST : '';
  return `Plan: ${spendingPhrase(plan, prices)}.${effort}`;
}

/** The same within a sentence. */
export function spendingPhrase(plan: SpendingPlan, prices: Prices | undefined): string {
  const calls = allCalls(plan);
  const count = `about ${formatNumberOf(countOf(calls), 'billable call')}`;
  const parts = [
    countOf(calls) === 0 ? undefined : `${count}: ${callsPhrase(calls)}${partsPhrase(plan)}`,
    plan.load === 'unknown'
      ? 'as many calls under load as the gateway answers, which is not known before'
      : undefined,
    prices && pricePhrase(calls, prices),
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

const MODEST = ' Probes send less to a remote target; --thorough sends everything.';

/** What calls cost, as far as they have a price. */
export function costOf(calls: Calls, { priceOf: price }: Pick<Allowance, 'priceOf'>): number {
  return [...calls].reduce((sum, [operation, count]) => sum + count * price(operation), 0);
}

function callsPhrase(calls: Calls): string {
  return [...calls]
    .map(([operation, count]) => {
      const [one, several] = OPERATIONS[operation].calls;
      return formatNumberOf(count, one, several);
    })
    .join(', ');
}

function partsPhrase({ conformance, load }: SpendingPlan): string {
  if (conformance === undefined || load === undefined || load === 'unknown') return '';
  return ` (${formatCount(countOf(conformance))} of conformance and ${formatCount(countOf(load))} of load)`;
}

function pricePhrase(calls: Calls, prices: Prices): string {
  const sum = costOf(calls, { priceOf: (operation) => priceOf(prices, operation) ?? 0 });
  const open = withoutPrice(prices).filter((operation) => calls.has(operation));
  const has = open.length === 1 ? 'has' : 'have';
  const without = open.length === 0 ? '' : ` without ${open.join(', ')}, which ${has} no price`;
  return `about ${formatSum(sum, prices.currency)}${without}`;
}

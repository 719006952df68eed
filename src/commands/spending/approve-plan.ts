import { createInterface } from 'node:readline';
import type { Allowance } from '../../conformance/sending/budget.ts';
import { UsageError } from '../../input/usage-error.ts';
import { type Prices, withoutPrice } from '../configuration/prices.ts';
import { costOf, planSentence, spendingPhrase } from './plan-sentence.ts';
import { allCalls, type SpendingPlan } from './spending-plan.ts';

/** The user does not want to spend what the plan says. */
export class PlanDeclined extends Error {
  override name = 'PlanDeclined' as const;
}

export interface Approval {
  readonly allowance: Allowance;
  readonly prices: Prices | undefined;
  /** Whether a plan is worth showing: the target is remote, or has a price or a budget. */
  readonly shows: boolean;
  /** Asks the user; absent where there is no terminal, or no question. */
  readonly ask?: () => Promise<boolean>;
  readonly say: (line: string) => void;
}

/**
 * Shows what a run is about to spend, and refuses what exceeds the budget.
 * @throws UsageError when the plan exceeds the budget
 * @throws PlanDeclined
 */
export async function approvePlan(plan: SpendingPlan, approval: Approval): Promise<void> {
  const { allowance, prices, shows, ask, say } = approval;
  const sentence = planSentence(plan, prices);
  if (shows) say(sentence);
  requireWithinBudget(plan, allowance, prices);
  if (Number.isFinite(allowance.limit)) say(`Budget: ${allowance.text}.`);
  if (ask !== undefined && !(await ask())) throw new PlanDeclined();
}

/** @throws UsageError when the plan exceeds the budget, or no sum can be known */
export function requireWithinBudget(
  plan: SpendingPlan,
  allowance: Approval['allowance'],
  prices: Prices | undefined,
): void {
  if (!Number.isFinite(allowance.limit)) return;
  const calls = allCalls(plan);
  if (allowance.unit !== 'calls' && prices !== undefined) {
    const open = withoutPrice(prices).filter((operation) => calls.has(operation));
    if (open.length > 0) {
      throw new UsageError(
        `--budget ${allowance.text} cannot be checked: the configuration has no price for ${open.join(', ')}. Add it under prices, or name a number of calls.`,
      );
    }
  }
  if (costOf(calls, allowance) <= allowance.limit) return;
  const remedies = [
    ...(plan.conformance === undefined ? [] : ['choose fewer rules with --area or --rule']),
    ...(plan.conformance !== undefined && plan.effort === 'thorough'
      ? ['send less with --no-thorough']
      : []),
    ...(plan.load === undefined ? [] : ['shorten the load']),
  ];
  throw new UsageError(
    `Plan exceeds the budget of ${allowance.text}: ${spendingPhrase(plan, prices)}. Nothing was sent that costs money. Raise --budget${remedies.map((each) => `, or ${each}`).join('')}.`,
  );
}

/** A way to ask the user; undefined where input or output is not a terminal. */
export function questionOn(
  input: NodeJS.ReadStream,
  output: { readonly isTTY?: boolean | undefined; write(text: string): unknown },
  signal: AbortSignal,
): (() => Promise<boolean>) | undefined {
  const isTerminal = input.isTTY === true && output.isTTY === true;
  return isTerminal ? () => askOnTerminal(input, output, signal) : undefined;
}

/**
 * Asks on a terminal whether to go on.
 * @param signal ends the question, as a no
 */
export async function askOnTerminal(
  input: NodeJS.ReadableStream,
  output: { write(text: string): unknown },
  signal: AbortSignal,
): Promise<boolean> {
  output.write('Send these requests? [y/N] ');
  const lines = createInterface({ input, terminal: false });
  const end = (): void => lines.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) return false;
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    signal.removeEventListener('abort', end);
    lines.close();
  }
}

import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { Allowance, Budget } from '../../conformance/sending/budget.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { type Configuration, type Prices, withoutPrice } from '../configuration/configuration.ts';
import type { ConformOptions, SpendingOptions } from '../options/run-options.ts';
import { effortFor } from './spending.ts';
import {
  allCalls,
  costOf,
  planSentence,
  planSpending,
  type SpendingPlan,
  type SpendingPlanOptions,
  spendingPhrase,
  sumOf,
} from './spending-plan.ts';

/** The user does not want to spend what the plan says. */
export class PlanDeclined extends Error {
  override name = 'PlanDeclined' as const;
}

/** What a run is about to do, and who may refuse it. */
export interface Approval {
  readonly configuration: Configuration;
  readonly catalogue: readonly CatalogueEntry[];
  readonly parts: SpendingPlanOptions['parts'];
  /** For each target whether it costs nothing: see `isFree`. */
  readonly areFree: readonly boolean[];
  readonly options: SpendingOptions & Pick<ConformOptions, 'thorough'>;
  /** Counts what the run spends; absent where nothing does, and then no plan is shown. */
  readonly budget: Budget | undefined;
  /** With a way to ask the user where there is a terminal. */
  readonly session: {
    readonly approve?: () => Promise<boolean>;
    readonly progress: { say(line: string): void };
  };
}

/**
 * Shows what a run is about to spend on all its targets, asks on a terminal, and refuses what exceeds
 * the budget. It is called when each target responds, and has an effect only the first time.
 */
export function approver(
  approval: Approval,
): (profile: ResolvedProfile, capabilities: Capabilities) => Promise<void> {
  const { configuration, areFree, options, session, budget } = approval;
  const asks = areFree.includes(false) && options.yes !== true;
  let isApproved = false;
  return async (profile, capabilities) => {
    if (isApproved) return;
    isApproved = true;
    const plans = areFree.map((isFree) => planFor(approval, isFree, profile, capabilities));
    await approvePlan(together(await Promise.all(plans)), {
      allowance: budget?.allowance,
      prices: configuration.prices,
      ...(asks && defined({ ask: session.approve })),
      say: (line) => session.progress.say(line),
    });
  };
}

function planFor(
  { configuration, catalogue, parts, options }: Approval,
  isFree: boolean,
  profile: ResolvedProfile,
  capabilities: Capabilities,
): Promise<SpendingPlan> {
  return planSpending({
    effort: effortFor(isFree, options.thorough),
    rules: catalogue.map(({ rule }) => rule),
    profile,
    capabilities,
    workload: configuration.workload,
    parts,
  });
}

/** One plan for all; it is modest where the plan of one of them is. */
function together(plans: readonly SpendingPlan[]): SpendingPlan {
  const loads = plans.flatMap(({ load }) => (load === undefined ? [] : [load]));
  const known = loads.filter((load) => load !== 'unknown');
  const load = known.length < loads.length ? 'unknown' : sumOf(known);
  const conformance = plans.flatMap((plan) => plan.conformance ?? []);
  return {
    effort: plans.some(({ effort }) => effort === 'modest') ? 'modest' : 'thorough',
    ...(conformance.length > 0 && { conformance: sumOf(conformance) }),
    ...(loads.length > 0 && { load }),
    ...(plans.some(({ explores }) => explores) && { explores: true as const }),
  };
}

interface Showing {
  /** Without one no plan is worth showing: see `budgetFor`. */
  readonly allowance: Allowance | undefined;
  readonly prices: Prices | undefined;
  /** Asks the user; absent where there is no terminal, or no question. */
  readonly ask?: () => Promise<boolean>;
  readonly say: (line: string) => void;
}

/**
 * @throws UsageError when the plan exceeds the budget
 * @throws PlanDeclined
 */
export async function approvePlan(plan: SpendingPlan, showing: Showing): Promise<void> {
  const { allowance, prices, ask, say } = showing;
  if (allowance !== undefined) {
    say(planSentence(plan, prices));
    requireWithinBudget(plan, allowance, prices);
    if (Number.isFinite(allowance.limit)) say(`Budget: ${allowance.text}.`);
  }
  if (ask !== undefined && !(await ask())) throw new PlanDeclined();
}

/** @throws UsageError when the plan exceeds the budget, or no sum can be known */
export function requireWithinBudget(
  plan: SpendingPlan,
  allowance: Allowance,
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

import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Rule } from '../../conformance/rule.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import { BEHAVIOURS, whyNotObservable } from '../../conformance/run/observe-behaviours.ts';
import { neededOperations, planProbes, planRequests } from '../../conformance/run/plan-requests.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { Allowance } from '../../conformance/sending/budget.ts';
import {
  BILLABLE,
  type Billable,
  isBillable,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../contract/operations.ts';
import { modesSent, plannedCalls, supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { formatCount, formatNumberOf, formatSum } from '../../report/phrases/number-format.ts';
import { type Prices, priceOf, withoutPrice } from '../configuration/configuration.ts';
import type { ExploreOrder } from '../options/explore-options.ts';

type Calls = ReadonlyMap<Billable, number>;

/** About how many calls a run makes that the gateway may charge for. */
export interface SpendingPlan {
  readonly effort: Effort;
  /** By discovery and the probes; absent without conformance. */
  readonly conformance?: Calls;
  /** Calls that its time and the budget allow come on top. */
  readonly explores?: true;
  /** Absent without load; `unknown` where it is not known before. */
  readonly load?: Calls | 'unknown';
}

export interface SpendingPlanOptions {
  readonly effort: Effort;
  readonly rules: readonly Rule[];
  readonly profile: ResolvedProfile;
  readonly capabilities: Capabilities;
  readonly workload: Workload;
  readonly parts: {
    readonly conformance: boolean;
    /** Whether the number of the requests under load is known before; absent where nothing is loaded. */
    readonly measurement?: { readonly isPlanned: boolean };
    /** Absent where nothing is explored. */
    readonly explore?: Pick<ExploreOrder, 'replicas'>;
    /** Whether the points that the interface leaves open are observed. */
    readonly behaviours?: boolean;
  };
}

export async function planSpending(options: SpendingPlanOptions): Promise<SpendingPlan> {
  const { effort, rules, profile, capabilities, parts } = options;
  const load = {
    ...(parts.measurement && { load: loadCalls(options) }),
    ...(parts.explore && { explores: true as const }),
  };
  if (!parts.conformance) return { effort, ...load };
  const judged = await planRequests(rules, profile, capabilities, effort);
  const observed = parts.behaviours === true ? await planBehaviours(options) : [];
  const plans = [...judged, ...observed];
  const tried = await triedOperations(options);
  const probes = sumOf(plans.map(({ billable }) => billable));
  return {
    effort,
    conformance: sumOf([discoveryCalls(profile, tried.filter(isBillable)), probes]),
    ...load,
  };
}

/** All calls together, as far as they are known. */
export function allCalls({ conformance = new Map(), load }: SpendingPlan): Calls {
  return load === undefined || load === 'unknown' ? conformance : sumOf([conformance, load]);
}

export function countOf(calls: Calls): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0);
}

export function sumOf(parts: readonly Calls[]): Calls {
  return new Map(
    BILLABLE.flatMap((operation) => {
      const count = parts.reduce((sum, part) => sum + (part.get(operation) ?? 0), 0);
      return count === 0 ? [] : [[operation, count] as const];
    }),
  );
}

/** One valid request to each operation that is not known to be absent. */
export function discoveryCalls(profile: ResolvedProfile, wanted = BILLABLE): Calls {
  const offered = wanted.filter((operation) => !isAbsent(operation, profile));
  return new Map(offered.map((operation) => [operation, 1]));
}

function loadCalls({
  workload: configured,
  profile,
  parts,
}: SpendingPlanOptions): Calls | 'unknown' {
  if (parts.measurement?.isPlanned === false) return 'unknown';
  const { workload } = supportedWorkload(configured, profile);
  const calls = plannedCalls(workload);
  if (calls === undefined) return 'unknown';
  if (parts.conformance) return calls;
  const wanted = [...(modesSent(workload)?.keys() ?? [])].filter(isBillable);
  return sumOf([discoveryCalls(profile, wanted), calls]);
}

/** The operations that discovery tries: those of the run that are not known to be absent. */
export async function triedOperations(
  options: Omit<SpendingPlanOptions, 'effort'>,
): Promise<readonly Operation[]> {
  const { rules, profile, capabilities, parts, workload } = options;
  const needed = await neededOperations(rules, profile, capabilities);
  const sent = parts.measurement ? [...(modesSent(workload)?.keys() ?? [])] : [];
  return OPERATION_NAMES.filter(
    (operation) => [...needed, ...sent].includes(operation) && !isAbsent(operation, profile),
  );
}

function planBehaviours(options: SpendingPlanOptions) {
  const sent = BEHAVIOURS.filter(
    ({ behaviour }) => whyNotObservable(behaviour, options) === undefined,
  );
  const probes = new Set(sent.map(({ behaviour }) => behaviour.probe));
  return planProbes([...probes], options.profile, options.effort);
}

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
    plan.explores && 'as many calls of the exploration as its time and the budget allow',
    prices && pricePhrase(calls, prices),
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

const MODEST = ' Probes send less, because calls may cost money; --thorough sends everything.';

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

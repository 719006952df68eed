import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { defined } from '../../input/defined.ts';
import { warmUpMs } from '../compare/interleaved-load.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { SpendingOptions } from '../options/run-options.ts';
import { type Approval, approvePlan } from './approve-plan.ts';
import { countsSpending, isRemote } from './effort-for.ts';
import { planSpending, type SpendingPlan, sumOf } from './spending-plan.ts';

interface ApproveOptions extends Pick<Approval, 'allowance' | 'say'> {
  readonly configuration: Configuration;
  readonly spending: SpendingOptions;
  /** Addresses of the gateways, or names of those that Assay starts. */
  readonly targets: readonly string[];
  /** Blocks of the load; absent where the gateways are judged and described. */
  readonly blocks?: number | undefined;
  /** How much the probes send to a target. */
  effortOf(target: string): Effort;
  readonly ask: (() => Promise<boolean>) | undefined;
}

/**
 * Shows what a comparison is about to spend on all gateways, and asks on a terminal. It is called
 * when each gateway responds, and has an effect only the first time.
 */
export function comparisonApprover(
  options: ApproveOptions,
): (profile: ResolvedProfile, capabilities: Capabilities) => Promise<void> {
  const { configuration, spending, targets, allowance, ask, say } = options;
  let isApproved = false;
  return async (profile, capabilities) => {
    if (isApproved) return;
    isApproved = true;
    const plans = targets.map((target) => planOfOne(options, target, profile, capabilities));
    const asks = targets.some(isRemote) && spending.yes !== true;
    await approvePlan(together(await Promise.all(plans)), {
      allowance,
      prices: configuration.prices,
      shows: targets.some((target) => countsSpending(target, configuration, spending)),
      ...(asks && defined({ ask })),
      say,
    });
  };
}

async function planOfOne(
  { configuration, blocks, effortOf }: ApproveOptions,
  target: string,
  profile: ResolvedProfile,
  capabilities: Capabilities,
): Promise<SpendingPlan> {
  const { workload } = configuration;
  const { durationMs } = workload;
  const warmedUp = { ...workload, durationMs: durationMs + warmUpMs(durationMs / (blocks ?? 1)) };
  const isLoaded = blocks !== undefined;
  return await planSpending({
    effort: effortOf(target),
    rules: configuration.catalogue.map(({ rule }) => rule),
    profile,
    capabilities,
    workload: isLoaded ? warmedUp : workload,
    parts: isLoaded
      ? { conformance: false, measurement: { isPlanned: true } }
      : { conformance: true, behaviours: true },
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
    uncharged: plans.reduce((sum, { uncharged }) => sum + uncharged, 0),
    ...(conformance.length > 0 && { conformance: sumOf(conformance) }),
    ...(loads.length > 0 && { load }),
  };
}

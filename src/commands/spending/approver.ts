import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { defined } from '../../input/defined.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { SpendingOptions } from '../options/run-options.ts';
import type { Session } from '../run/session.ts';
import { type Approval, approvePlan } from './approve-plan.ts';
import { countsSpending, isRemote } from './effort-for.ts';
import { planSpending, type SpendingPlanOptions } from './spending-plan.ts';

interface ApproverOptions extends Pick<Approval, 'allowance' | 'say'> {
  readonly configuration: Configuration;
  readonly catalogue: readonly CatalogueEntry[];
  readonly effort: Effort;
  /** Address of the target. */
  readonly target: string;
  readonly session: Pick<Session, 'approve'>;
}

/** Shows the plan of a run, once the profile is known, and asks on a terminal. */
export function approver(
  parts: SpendingPlanOptions['parts'],
  spendingOptions: SpendingOptions,
  options: ApproverOptions,
): (profile: ResolvedProfile, capabilities: Capabilities) => Promise<void> {
  const { configuration, catalogue, effort, allowance, target, session, say } = options;
  return async (profile, capabilities) => {
    const plan = await planSpending({
      effort,
      rules: catalogue.map(({ rule }) => rule),
      profile,
      capabilities,
      workload: configuration.workload,
      parts,
    });
    const { prices } = configuration;
    const asks = isRemote(target) && spendingOptions.yes !== true;
    await approvePlan(plan, {
      allowance,
      prices,
      shows: countsSpending(target, configuration, spendingOptions),
      ...(asks && defined({ ask: session.approve })),
      say,
    });
  };
}

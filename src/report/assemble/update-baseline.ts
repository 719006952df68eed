import {
  type AcceptedFinding,
  type AcceptedGap,
  type Baseline,
  dayOf,
  isPlaceholder,
  NEW_ENTRY_REASON,
} from '../../conformance/baseline.ts';
import { isUnverifiedMust } from '../phrases/verdicts.ts';
import type { RuleResult } from '../schema/rules.ts';
import {
  applyBaseline,
  type BaselineInUse,
  type BaselineOperation,
  findingsIn,
  isVerified,
  operationsWithFindings,
  staleOperations,
} from './apply-baseline.ts';

const DAY_MS = 86_400_000;
/** How long an entry that was written automatically accepts. */
const NEW_ENTRY_DAYS = 30;

export interface BaselineUpdate extends BaselineInUse {
  /** For entries that have none yet; they get a placeholder when it is absent. */
  readonly reason?: string;
}

/**
 * A baseline that accepts what failed or could not be verified in this run. Entries that stay keep
 * their reason and date. An operation leaves its entry only when all of its evidence was judged and
 * the finding is gone; an entry that has expired and still applies gets a new date.
 */
export function updatedBaseline(results: readonly RuleResult[], update: BaselineUpdate): Baseline {
  const { baseline, reason = NEW_ENTRY_REASON } = update;
  const today = dayOf(update.today);
  const byId = new Map(results.map((result) => [result.id, result]));
  const fresh = {
    reason,
    expires: dayOf(new Date(update.today.getTime() + NEW_ENTRY_DAYS * DAY_MS)),
  };
  const written = new Map(baseline.accepted.map((entry) => [entry.rule, entry]));
  const rules = new Set([...written.keys(), ...failedRules(results)]);
  const accepted = [...rules].flatMap((rule) =>
    updatedFinding(rule, written.get(rule), { result: byId.get(rule), today, fresh }),
  );
  const kept = baseline.unverified
    .filter(({ rule }) => !accepted.some((entry) => entry.rule === rule))
    .filter(({ rule }) => !isVerified(byId.get(rule)))
    .map((entry) =>
      renewed(entry, today, fresh, byId.get(entry.rule)?.verdict === 'could-not-verify'),
    );
  const next = { accepted: accepted.map((entry) => reasoned(entry, reason)), unverified: kept };
  const gaps = applyBaseline(results, { ...update, baseline: next })
    .rules.filter(isUnverifiedMust)
    .map(({ id }): AcceptedGap => ({ rule: id, ...fresh }));
  return {
    accepted: next.accepted.toSorted(byRule),
    unverified: [...kept.map((entry) => reasoned(entry, reason)), ...gaps].toSorted(byRule),
  };
}

type Fresh = Pick<AcceptedGap, 'reason' | 'expires'>;

function failedRules(results: readonly RuleResult[]): string[] {
  return results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
}

function updatedFinding(
  rule: string,
  entry: AcceptedFinding | undefined,
  { result, today, fresh }: { result: RuleResult | undefined; today: string; fresh: Fresh },
): AcceptedFinding[] {
  const gone = entry === undefined ? new Set() : staleOperations(entry, result);
  const kept = (names: readonly BaselineOperation[] = []) =>
    names.filter((name) => !gone.has(name));
  const operations = new Set(kept(entry?.operations));
  const underLoad = new Set(kept(entry?.underLoad));
  if (result?.verdict === 'fail') {
    const inConformance = findingsIn(result.conformance);
    for (const name of inConformance) operations.add(name);
    for (const name of findingsIn(result.load)) if (!operations.has(name)) underLoad.add(name);
    for (const name of inConformance) underLoad.delete(name);
  }
  if (operations.size + underLoad.size === 0) return [];
  const isFound = result !== undefined && operationsWithFindings(result).size > 0;
  const { reason, expires } = renewed(entry ?? { rule, ...fresh }, today, fresh, isFound);
  return [{ rule, operations: [...operations], underLoad: [...underLoad], reason, expires }];
}

/** An entry that has expired and still applies needs a new reason and date. */
function renewed(
  entry: AcceptedGap,
  today: string,
  fresh: Fresh,
  stillApplies: boolean,
): AcceptedGap {
  const { rule } = entry;
  return entry.expires < today && stillApplies ? { rule, ...fresh } : entry;
}

function reasoned<Entry extends AcceptedGap>(entry: Entry, reason: string): Entry {
  return isPlaceholder(entry.reason) ? { ...entry, reason } : entry;
}

function byRule(one: AcceptedGap, other: AcceptedGap): number {
  return one.rule.localeCompare(other.rule);
}

import type { EvidenceKind } from '../evidence.ts';
import type { SettingName } from '../expectations.ts';
import type { JudgeRule, Provenance, Rule } from '../rule.ts';

/** What is particular to a rule that is a row; its kind has the rest, with its judge. */
export type RowFacts<K extends EvidenceKind> = Source &
  Pick<JudgeRule<K>, 'level' | 'statement' | 'provenBy' | 'operations' | 'needs' | 'probe'> & {
    /** What a user loses when a gateway breaks the rule. */
    readonly harm: string;
  };

/** Where the claim comes from: the interface states it, or a public source lets us assume it. */
type Source = { readonly stated: string } | { readonly assumed: string };

/** What only a row has: for a rule with a file of its own, that file says it. */
export interface RowData {
  /** The factory that made it. The tests have one table of evidence for each kind. */
  readonly kind: string;
  readonly harm: string;
  /** Settings that the judge reads and a profile can change. */
  readonly settings: readonly SettingName[];
}

export function isRow(rule: Rule): rule is Rule & RowData {
  return 'kind' in rule;
}

/** The facts of a row as each rule has them. */
export function headOf<K extends EvidenceKind, Facts extends RowFacts<K>>(
  id: string,
  kind: string,
  facts: Facts,
) {
  const isStated = 'stated' in facts;
  const provenance: Provenance = isStated ? 'stated' : 'assumed';
  const source = isStated ? facts.stated : facts.assumed;
  return { settings: [], ...facts, id, kind, provenance, source };
}

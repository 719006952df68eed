import { type Claim, headOf } from '../declare.ts';
import type { EvidenceKind } from '../evidence.ts';
import type { Rule } from '../rule.ts';

/** What only a row has. */
export interface RowData {
  /** The factory that made it. The tests have one table of evidence for each kind. */
  readonly kind: string;
}

export function isRow(rule: Rule): rule is Rule & RowData {
  return 'kind' in rule;
}

/** The claim of a row, whose judge its kind brings. */
export function rowOf<K extends EvidenceKind, Facts extends Claim<K>>(
  id: string,
  kind: string,
  facts: Facts,
) {
  return { ...headOf<K, Facts>(id, facts), kind };
}

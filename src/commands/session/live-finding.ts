import type { FindingRecord } from '../../report/schema/finding.ts';
import type { RuleResult } from '../../report/schema/rules.ts';

/** A finding while the run lasts. The report has the same, with the counts of those that follow. */
export interface LiveFinding
  extends Pick<RuleResult, 'area' | 'level' | 'provenance' | 'statement'>,
    FindingRecord {
  /** Id of the rule. */
  readonly rule: string;
}

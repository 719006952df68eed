import type { RuleResult, Verdict } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

/** In the order of their importance to a reader. */
export const VERDICTS = [
  'fail',
  'could-not-verify',
  'warn',
  'note',
  'pass',
  'not-applicable',
] as const satisfies readonly Verdict[];

/** A sign beside the word, so that colour never carries the meaning alone. */
export const VERDICT_MARK: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  note: '·',
  'could-not-verify': '?',
  'not-applicable': '–',
};

export const OUTCOME_MARK: Readonly<Record<RunReport['outcome'], string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '?',
};

/** What a finding of a rule of this level means for the run. */
export const VERDICT_OF_LEVEL = { must: 'fail', should: 'warn', may: 'note' } as const;

/** What a level is called in text; the data says must, should and may. */
export const LEVEL_WORD = { must: 'required', should: 'recommended', may: 'optional' } as const;

/** The outcome of a step of a capacity search, in words. */
export const STEP_OUTCOME_WORD = {
  sustained: 'sustained',
  'not-sustained': 'not sustained',
  inconclusive: 'inconclusive',
  generator: 'generator limit',
} as const;

/** Whether the baseline accepts all findings of a rule, or that it could not be verified. */
export function isExcepted({ accepted, verdict }: RuleResult): boolean {
  return accepted !== undefined && (verdict === 'note' || verdict === 'could-not-verify');
}

/** Whether a rule leaves the run inconclusive: required, not verified, and not accepted as such. */
export function isUnverifiedMust(rule: RuleResult): boolean {
  return rule.level === 'must' && rule.verdict === 'could-not-verify' && !isExcepted(rule);
}

/** Stated and assumed together. */
export function countOf(report: RunReport, verdict: Verdict): number {
  return report.counts.stated[verdict] + report.counts.assumed[verdict];
}

/** How many rules are applicable. */
export function applicableOf(counts: Readonly<Record<Verdict, number>>): number {
  return VERDICTS.reduce(
    (sum, verdict) => (verdict === 'not-applicable' ? sum : sum + counts[verdict]),
    0,
  );
}

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
export const MARK: Readonly<Record<Verdict | RunReport['outcome'], string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  note: '·',
  'could-not-verify': '?',
  'not-applicable': '–',
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

/** The required rules that apply to the target. */
export function requiredRules(rules: readonly RuleResult[]): readonly RuleResult[] {
  return rules.filter(({ level, verdict }) => level === 'must' && verdict !== 'not-applicable');
}

/** Stated and assumed together. */
export function countOf(report: RunReport, verdict: Verdict): number {
  return report.counts.stated[verdict] + report.counts.assumed[verdict];
}

/** The rules of a report in the order in which a reader needs them. */
export interface RuleGroups {
  /** What several rules have in common, with these rules. */
  readonly causes: readonly { readonly sentence: string; readonly rules: readonly RuleResult[] }[];
  /** All that did not pass, those with a common cause too. */
  readonly troubles: readonly RuleGroup[];
  readonly passed: readonly RuleResult[];
  readonly notApplicable: readonly RuleResult[];
}

export interface RuleGroup {
  readonly title: string;
  /** Required rules first, and stated ones before assumed ones. */
  readonly rules: readonly RuleResult[];
}

export function ruleGroups(report: RunReport): RuleGroups {
  const { rules } = report;
  const having = (verdict: RuleResult['verdict']) =>
    rules.filter((rule) => rule.verdict === verdict && !isExcepted(rule));
  const troubles = [
    { title: 'Failed', rules: having('fail') },
    { title: 'Could not be verified', rules: having('could-not-verify') },
    { title: 'Warnings', rules: having('warn') },
    { title: 'Notes', rules: having('note') },
    { title: 'Accepted by the baseline', rules: rules.filter(isExcepted) },
  ];
  return {
    causes: openCauses(report).map(({ sentence, rules: ids }) => ({
      sentence,
      rules: ids.flatMap((id) => rules.filter((rule) => rule.id === id)),
    })),
    troubles: troubles
      .filter((group) => group.rules.length > 0)
      .map(({ title, rules: unordered }) => ({ title, rules: worstFirst(unordered) })),
    passed: having('pass'),
    notApplicable: having('not-applicable'),
  };
}

/** The groups of trouble without the rules that a common cause explains. */
export function unexplained({ causes, troubles }: RuleGroups): readonly RuleGroup[] {
  const explained = new Set(causes.flatMap(({ rules }) => rules));
  return troubles
    .map(({ title, rules }) => ({ title, rules: rules.filter((rule) => !explained.has(rule)) }))
    .filter(({ rules }) => rules.length > 0);
}

/** Those of which the baseline does not accept everything. */
function openCauses({ causes = [], rules }: RunReport): NonNullable<RunReport['causes']> {
  const accepted = new Set(rules.filter(isExcepted).map(({ id }) => id));
  return causes.filter(({ rules: ids }) => ids.some((id) => !accepted.has(id)));
}

const LEVELS: readonly RuleResult['level'][] = ['must', 'should', 'may'];

function worstFirst(rules: readonly RuleResult[]): readonly RuleResult[] {
  const rank = ({ level, provenance }: RuleResult) =>
    LEVELS.indexOf(level) * 2 + (provenance === 'stated' ? 0 : 1);
  return rules.toSorted((one, other) => rank(one) - rank(other));
}

import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import { isExcepted } from './verdicts.ts';

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

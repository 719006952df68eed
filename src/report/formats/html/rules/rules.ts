import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatNumberOf } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import type { RuleResult, Verdict } from '../../../schema/rules.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import { countCards } from './counts.ts';
import { filterForm } from './filter-form.ts';
import { ruleEntry } from './rule-entry.ts';

const REASON_CHARACTERS = 2000;

/** Groups of rules that need a look, in the order of their importance. */
const TROUBLE = [
  ['fail', 'Failed'],
  ['could-not-verify', 'Could not be verified'],
  ['warn', 'Warnings'],
  ['note', 'Notes'],
] as const;

/** Rules that did not pass come first and open; the others are one row for each verdict. */
export function rulesSection(report: RunReport): Markup | undefined {
  if (report.rules.length === 0) return undefined;
  return markup`${countCards(report)}
${filterForm(report)}
${TROUBLE.map(([verdict, title]) => troubleGroup(verdict, title, report))}
${quietGroup('pass', 'passed', report)}
${quietGroup('not-applicable', 'not applicable', report)}`;
}

function troubleGroup(verdict: Verdict, title: string, report: RunReport): Markup | false {
  const rules = worstFirst(withVerdict(verdict, report));
  if (rules.length === 0) return false;
  return markup`<section class="group" aria-labelledby="rules-${verdict}">
<h3 id="rules-${verdict}">${title} <small>${formatCount(rules.length)}</small></h3>
${byReason(rules).map(([reason, members]) => reasonGroup(reason, members, report))}</section>
`;
}

function withVerdict(verdict: Verdict, { rules }: RunReport): readonly RuleResult[] {
  return rules.filter((rule) => rule.verdict === verdict);
}

const LEVELS: readonly RuleResult['level'][] = ['must', 'should', 'may'];

/** Required rules first, and stated ones before assumed ones. */
function worstFirst(rules: readonly RuleResult[]): RuleResult[] {
  const rank = ({ level, provenance }: RuleResult) =>
    LEVELS.indexOf(level) * 2 + (provenance === 'stated' ? 0 : 1);
  return rules.toSorted((one, other) => rank(one) - rank(other));
}

/** Rules that give the same reason stand together; the others stay where they are. */
function byReason(rules: readonly RuleResult[]): [string, readonly RuleResult[]][] {
  const groups = Map.groupBy(rules, ({ id, reason }) => reason ?? ` ${id}`);
  return [...groups.values()].map((members) => [members[0]?.reason ?? '', members]);
}

function reasonGroup(reason: string, rules: readonly RuleResult[], report: RunReport): Markup {
  const entries = rules.map((rule) => ruleEntry(rule, report));
  if (rules.length < 2) return markup`${entries}`;
  return markup`<div class="same-reason"><p><b>${formatNumberOf(rules.length, 'rule')} for one reason:</b> ${clip(reason, REASON_CHARACTERS)}</p>
${entries}</div>
`;
}

/** A row that opens to the rules by area. */
function quietGroup(verdict: Verdict, word: string, report: RunReport): Markup | false {
  const rules = withVerdict(verdict, report);
  if (rules.length === 0) return false;
  const areas = Map.groupBy(rules, ({ area }) => area);
  return markup`<details class="area">
<summary><h3 class="${verdict}">${formatNumberOf(rules.length, 'rule')} ${word}</h3></summary>
${[...areas].map(
  ([area, members]) => markup`<section class="group" aria-label="${area}, ${word}">
<h4>${area}</h4>
${members.map((rule) => ruleEntry(rule, report))}</section>
`,
)}</details>
`;
}

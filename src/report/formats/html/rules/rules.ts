import type { Rules } from '../../../document/document.ts';
import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatNumberOf } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import type { RuleGroup, RuleGroups } from '../../../phrases/rule-groups.ts';
import type { RuleResult } from '../../../schema/rules.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import { filterForm } from './filter-form.ts';
import { ruleEntry, verdictTag } from './rule-entry.ts';

const REASON_CHARACTERS = 2000;

/** Rules that did not pass come first and open; the others are one row for each verdict. */
export function rulesMarkup({ groups, report }: Rules): Markup {
  const { causes, troubles, passed, notApplicable } = groups;
  return markup`${
    causes.length > 0 &&
    markup`<h3>Common causes</h3>
<ul class="causes">${causes.map(cause)}</ul>`
  }
${filterForm(report)}
${troubles.map((group) => troubleGroup(group, report))}
${quietGroup('passed', passed, report)}
${quietGroup('not applicable', notApplicable, report)}`;
}

/** What several rules have in common, with links to them beneath. */
function cause({ sentence, rules }: RuleGroups['causes'][number]): Markup {
  return markup`<li><strong>${clip(sentence, REASON_CHARACTERS)}</strong><ul>${rules.map(
    ({ id, verdict, statement }) =>
      markup`<li>${verdictTag(verdict)} <a href="#rule-${id}"><code>${id}</code></a> ${statement}</li>`,
  )}</ul></li>`;
}

function troubleGroup({ title, rules }: RuleGroup, report: RunReport): Markup {
  return markup`<section class="group" aria-label="${title}">
<h3>${title} <small>${formatCount(rules.length)}</small></h3>
${byReason(rules).map(([reason, members]) => reasonGroup(reason, members, report))}</section>
`;
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
function quietGroup(word: string, rules: readonly RuleResult[], report: RunReport): Markup | false {
  if (rules.length === 0) return false;
  const areas = Map.groupBy(rules, ({ area }) => area);
  return markup`<details class="area">
<summary><h3 class="${rules[0]?.verdict}">${formatNumberOf(rules.length, 'rule')} ${word}</h3></summary>
${[...areas].map(
  ([area, members]) => markup`<section class="group" aria-label="${area}, ${word}">
<h4>${area}</h4>
${members.map((rule) => ruleEntry(rule, report))}</section>
`,
)}</details>
`;
}

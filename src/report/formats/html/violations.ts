import { type Markup, markup } from '../../phrases/markup.ts';
import { formatCount } from '../../phrases/number-format.ts';
import { LEVEL_WORD, VERDICT_MARK, VERDICT_OF_LEVEL } from '../../phrases/verdicts.ts';
import type { LoadReport, Violation } from '../../schema/load.ts';
import type { RuleResult } from '../../schema/rules.ts';
import { findingList } from './finding.ts';

/** Findings in the responses of the load, by rule and operation. */
export function violationList({ violations }: LoadReport, rules: readonly RuleResult[]): Markup {
  if (violations.length === 0) {
    return markup`<p>None: no response that was checked violates a rule.</p>`;
  }
  const statements = new Map(rules.map(({ id, statement }) => [id, statement]));
  const first = new Set(violations.filter(isFirstOfItsRule));
  return markup`${violations.map((violation) =>
    violationEntry(violation, statements.get(violation.rule), first.has(violation)),
  )}`;
}

/** The one that a link from the rule leads to. */
function isFirstOfItsRule(
  { rule }: Violation,
  index: number,
  violations: readonly Violation[],
): boolean {
  return violations.findIndex((each) => each.rule === rule) === index;
}

function violationEntry(
  violation: Violation,
  statement: string | undefined,
  first: boolean,
): Markup {
  const { rule, level, provenance, operation, count, examples } = violation;
  const verdict = VERDICT_OF_LEVEL[level];
  return markup`<details class="rule ${verdict} ${provenance}"${first && markup` id="violation-${rule}"`}>
<summary><span class="tag ${verdict}"><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</span><span class="claim"><code>${rule}</code> <span class="statement">${formatCount(count)} × in ${operation}. ${statement}</span></span><span class="level">${LEVEL_WORD[level]}, ${provenance}</span></summary>
<div class="inside">
${findingList(examples, count, `in ${operation}`)}
${statement !== undefined && markup`<p><a href="#rule-${rule}">About this rule</a></p>`}
</div>
</details>
`;
}
